package io.agentservice.server.identity.members;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.identity.keys.ApiKeys;
import io.agentservice.server.identity.roles.Roles;
import java.util.ArrayList;
import java.util.List;

public record MembersFeature(Members members, List<Route> routes) implements Feature {

  public static MembersFeature wire(Database database, Lists lists, Roles roles, ApiKeys keys) {
    var members = new Members(database, roles, keys);
    var routes = new ArrayList<Route>();
    for (var kind : MemberKind.values()) {
      routes.addAll(new MemberRoutes(kind, members, lists).routes());
    }
    var serviceUsers = new ServiceUsers(database, members, roles, keys);
    routes.addAll(new ServiceUserRoutes(serviceUsers, lists).routes());
    routes.addAll(new IdpRoutes(members, new IdpGroups(database), lists).routes());
    return new MembersFeature(members, routes);
  }
}
