package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.context.git.GitPermissions;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.enterprise.limits.Limits;
import java.util.List;

/** The feature, wired. */
public record OrganizationsFeature(
    Organizations organizations, Erasure erasure, List<Route> routes) {

  public static OrganizationsFeature wire(
      Database database,
      Lists lists,
      Lifecycle lifecycle,
      Queue queue,
      Limits limits,
      GitPermissions gitPermissions,
      Settings settings) {
    var organizations =
        new Organizations(
            database,
            lifecycle,
            limits,
            gitPermissions,
            settings.limits().defaultSessionAcuLimit());
    return new OrganizationsFeature(
        organizations,
        new Erasure(database, queue),
        new OrganizationRoutes(organizations, lists).routes());
  }
}
