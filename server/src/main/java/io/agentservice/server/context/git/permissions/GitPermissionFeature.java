package io.agentservice.server.context.git.permissions;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import java.util.List;

/** The permissions, wired. */
public record GitPermissionFeature(GitPermissions permissions, List<Route> routes) {
  public static GitPermissionFeature wire(Database database, Lists lists) {
    var permissions = new GitPermissions(database);
    return new GitPermissionFeature(
        permissions, new GitPermissionRoutes(permissions, lists).routes());
  }
}
