package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Core;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.context.git.permissions.GitPermissions;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import io.agentservice.server.engine.queue.Queue;
import io.agentservice.server.enterprise.limits.Limits;
import java.time.Duration;
import java.util.List;

public record OrganizationsFeature(Organizations organizations, Erasure erasure, List<Route> routes)
    implements Feature {

  /** {@code belongings}: what organizations leave, in the order in which it is erased. */
  public static OrganizationsFeature wire(
      Core core,
      Lifecycle lifecycle,
      Queue queue,
      Limits limits,
      GitPermissions gitPermissions,
      List<Belongings> belongings) {
    var database = core.database();
    var organizations =
        new Organizations(
            database,
            lifecycle,
            limits,
            gitPermissions,
            () -> core.live().get().limits().defaultSessionAcuLimit());
    return new OrganizationsFeature(
        organizations,
        new Erasure(database, queue, belongings),
        new OrganizationRoutes(organizations, core.lists()).routes());
  }

  @Override
  public List<Chore> chores() {
    return List.of(
        Chore.byLeader("erasure", Duration.ofMinutes(1), erasure::run)
            .taking(Duration.ofMinutes(10))); // an organization may have had years of sessions
  }
}
