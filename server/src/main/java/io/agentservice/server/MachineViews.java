package io.agentservice.server;

import io.agentservice.server.agent.desk.DeskFeature;
import io.agentservice.server.agent.desk.MachineQuestion.Kind;
import io.agentservice.server.agent.files.FilesFeature;
import io.agentservice.server.agent.review.ReviewFeature;
import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.gateway.Gateway;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What people see of machines. */
record MachineViews(List<Route> routes, List<Chore> chores) implements Feature {
  static MachineViews wire(Core core, Context context, Engine engine, Gateway gateway) {
    var sessions = engine.sessions().sessions();
    var files = FilesFeature.answers(core, sessions);
    var changes = ReviewFeature.answers(sessions);
    var answers =
        Map.of(Kind.LIST, files, Kind.READ, files, Kind.CHANGES, changes, Kind.PATCH, changes);
    var desk = DeskFeature.wire(core, gateway, answers);
    var attachments = context.attachments().attachments();
    var routes =
        Stream.of(
                FilesFeature.wire(sessions, desk.desk()),
                ReviewFeature.wire(core, sessions, attachments, desk.desk()))
            .flatMap(feature -> feature.routes().stream())
            .toList();
    return new MachineViews(routes, desk.chores());
  }
}
