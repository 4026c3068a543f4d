package io.agentservice.server.engine.capacity;

import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_METRICS;
import static io.agentservice.server.base.auth.Permission.VIEW_ENTERPRISE_INFRA_DETAILS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.HypervisorId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

final class CapacityRoutes {
  private final QueueHealth health;
  private final Hypervisors hypervisors;
  private final Lists lists;

  CapacityRoutes(QueueHealth health, Hypervisors hypervisors, Lists lists) {
    this.health = health;
    this.hypervisors = hypervisors;
    this.lists = lists;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v3/enterprise/queue", account(VIEW_ACCOUNT_METRICS), this::queue),
        Route.get(
            "/v3/enterprise/hypervisors",
            account(VIEW_ENTERPRISE_INFRA_DETAILS),
            this::hypervisors));
  }

  private Answer queue(Request request) {
    var waiting = health.waiting(request.principal().accountId());
    return ok(
        new QueueJson(
            waiting.sessions(),
            health.judge(waiting).name().toLowerCase(Locale.ROOT),
            waiting.oldestWaitSeconds()));
  }

  record QueueJson(int queueSize, String status, int oldestWaitSeconds) {}

  private Answer hypervisors(Request request) {
    var query = request.query();
    var account = request.principal().accountId();
    var listing = hypervisors.list(account, query);
    return ok(lists.page(query, "hypervisors " + account, listing, HypervisorJson::of));
  }

  /** A machine on the wire; whose it is at a provider of clouds is not known here. */
  record HypervisorJson(
      HypervisorId hypervisorId,
      String status,
      double utilizationPercentage,
      @Nullable String cloudProviderInstanceId,
      long createdAt,
      long lastHeartbeat,
      String acceptorId) {

    static HypervisorJson of(Hypervisor machine) {
      return new HypervisorJson(
          machine.hypervisorId(),
          machine.status().word(),
          machine.utilization(),
          null,
          machine.createdAt().getEpochSecond(),
          machine.lastHeartbeat().getEpochSecond(),
          machine.acceptorId());
    }
  }
}
