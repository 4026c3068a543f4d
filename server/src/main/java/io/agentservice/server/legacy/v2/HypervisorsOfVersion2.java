package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.VIEW_ENTERPRISE_INFRA_DETAILS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.answers.Times;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.HypervisorId;
import io.agentservice.server.engine.capacity.Hypervisor;
import io.agentservice.server.engine.capacity.Hypervisors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Machines as version 2 shows them (api-legacy.md 4); those of a state as in version 3. */
final class HypervisorsOfVersion2 {
  private final Hypervisors hypervisors;
  private final Lists lists;

  HypervisorsOfVersion2(Hypervisors hypervisors, Lists lists) {
    this.hypervisors = hypervisors;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/v2/enterprise/infrastructure/hypervisors",
            account(VIEW_ENTERPRISE_INFRA_DETAILS),
            this::list));
  }

  private record Shown(
      HypervisorId hypervisorId,
      String status,
      double utilizationPercentage,
      @Nullable String cloudProviderInstanceId,
      String createdAt,
      String lastHeartbeat,
      String acceptorId) {
    static Shown of(Hypervisor machine) {
      return new Shown(
          machine.hypervisorId(),
          machine.status().word(),
          machine.utilization(),
          null,
          Times.iso(machine.createdAt()),
          Times.iso(machine.lastHeartbeat()),
          machine.acceptorId());
    }
  }

  private Answer list(Request request) {
    var query = request.query();
    var account = request.principal().accountId();
    var listing = hypervisors.list(account, query);
    return ok(lists.skipPage(query, "hypervisors of version 2 " + account, listing, Shown::of));
  }
}
