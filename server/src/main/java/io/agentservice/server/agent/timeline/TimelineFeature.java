package io.agentservice.server.agent.timeline;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Viewed;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.push.Readers;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import java.util.List;

/** The feature, wired. */
public record TimelineFeature(List<Route> routes, NewestSteps newest) implements Feature {

  /** {@code live} hears the loops of this node. */
  public static TimelineFeature wire(Core core, Sessions sessions, LivePieces live) {
    var timelines = new Timelines(sessions, core.log());
    var fleet = core.settings().fleet();
    var feeds =
        new Viewed<SessionId, Feed>(
            session -> new Feed(session, timelines, core.signals(), core.addresses()::base),
            Feed::close);
    var sources =
        new TimelineStream.Sources(
            timelines, feeds, core.signals(), live, fleet.watchLongest(), fleet.watchKeepalive());
    return new TimelineFeature(
        new TimelineRoutes(sources, new SessionOfPath(sessions), new Readers(core.database()))
            .routes(),
        session -> timelines.pages(session).first(timelines.last(session)));
  }
}
