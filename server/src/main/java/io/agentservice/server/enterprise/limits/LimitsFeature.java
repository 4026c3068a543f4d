package io.agentservice.server.enterprise.limits;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.settings.OptionalFeature;
import io.agentservice.server.base.settings.live.LiveSettings;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code groupsAt} makes the routes of groups at a version's address. */
public record LimitsFeature(
    Limits limits, List<Route> routes, Function<String, List<Route>> groupsAt) implements Feature {

  public static LimitsFeature wire(Database database, Lists lists, LiveSettings live) {
    var limits = new Limits(database, live.of(now -> now.limits().cycleAcus()));
    var groups =
        new GroupRoutes(
            limits, live.atStart().features().contains(OptionalFeature.ORG_GROUP_LIMITS));
    var routes =
        Stream.of(
                new LimitRoutes(limits, lists).routes(),
                groups.routes("/v3/enterprise/org-group-limits"))
            .flatMap(List::stream)
            .toList();
    return new LimitsFeature(limits, routes, groups::routes);
  }
}
