package io.agentservice.server.identity.roles;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** The feature, wired. */
public record RolesFeature(Roles roles, List<Route> routes) {

  public static RolesFeature wire(Database database, Lists lists) {
    var roles = new Roles(database);
    return new RolesFeature(roles, new RoleRoutes(roles, lists).routes());
  }
}
