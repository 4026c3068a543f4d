package io.agentservice.server.identity.roles;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;

public record RolesFeature(Roles roles, List<Route> routes) implements Feature {

  public static RolesFeature wire(Database database, Lists lists) {
    var roles = new Roles(database);
    return new RolesFeature(roles, new RoleRoutes(roles, lists).routes());
  }
}
