package io.agentservice.server;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.keys.LegacyKeyRule;
import io.agentservice.server.identity.keys.LegacyKeys;
import io.agentservice.server.identity.members.MembersFeature;
import io.agentservice.server.identity.roles.RolesFeature;
import io.agentservice.server.identity.self.SelfRoutes;
import java.util.List;
import java.util.stream.Stream;

/** The wing {@code identity}, wired. */
record Identity(
    RolesFeature roles,
    ApiKeys keys,
    LegacyKeys legacyKeys,
    MembersFeature members,
    List<Route> routes) {

  static Identity wire(Database database, Lists lists, Settings settings) {
    var roles = RolesFeature.wire(database, lists);
    var rule = new LegacyKeyRule(settings.legacy().keysBefore());
    var keys = new ApiKeys(database, settings.bootstrap().keyPrefix(), rule);
    var members = MembersFeature.wire(database, lists, roles.roles(), keys);
    var routes =
        Stream.of(SelfRoutes.routes(database, lists, keys), roles.routes(), members.routes())
            .flatMap(List::stream)
            .toList();
    return new Identity(
        roles, keys, new LegacyKeys(database, rule), members, Route.changingAccess(routes));
  }
}
