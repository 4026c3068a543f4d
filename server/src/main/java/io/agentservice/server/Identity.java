package io.agentservice.server;

import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.core.Wing;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.keys.LegacyKeyRule;
import io.agentservice.server.identity.keys.LegacyKeys;
import io.agentservice.server.identity.members.MembersFeature;
import io.agentservice.server.identity.preferences.PreferencesFeature;
import io.agentservice.server.identity.roles.RolesFeature;
import io.agentservice.server.identity.self.SelfRoutes;
import java.util.List;

record Identity(
    RolesFeature roles,
    LegacyKeys legacyKeys,
    MembersFeature members,
    PreferencesFeature preferences,
    List<Feature> features)
    implements Wing {

  static Identity wire(Core core) {
    var settings = core.settings();
    var database = core.database();
    var lists = core.lists();
    var roles = RolesFeature.wire(database, lists);
    var rule = new LegacyKeyRule(settings.legacy().keysBefore());
    var keys = new ApiKeys(database, settings.installation().bootstrap().keyPrefix(), rule);
    var members = MembersFeature.wire(database, lists, roles.roles(), keys);
    var preferences = PreferencesFeature.wire(database);
    return new Identity(
        roles,
        new LegacyKeys(database, rule),
        members,
        preferences,
        List.of(
            Feature.serving(SelfRoutes.routes(database, lists, keys)),
            preferences,
            roles,
            members));
  }

  @Override
  public List<Route> routes() {
    return Route.changingAccess(Wing.super.routes());
  }
}
