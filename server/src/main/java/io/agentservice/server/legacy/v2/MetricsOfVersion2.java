package io.agentservice.server.legacy.v2;

import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_METRICS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.TimeRange;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.enterprise.consumption.Consumption;
import io.agentservice.server.enterprise.metrics.Metrics;
import io.agentservice.server.enterprise.metrics.MetricsFilter;
import java.util.List;

/** Figures of the account as version 2 shows them (api-legacy.md 4). */
final class MetricsOfVersion2 {
  private static final String ALL = "/v2/enterprise/metrics";

  private final Metrics metrics;
  private final Consumption consumption;

  /** {@code consumption} knows the cycles. */
  MetricsOfVersion2(Metrics metrics, Consumption consumption) {
    this.metrics = metrics;
    this.consumption = consumption;
  }

  List<Route> routes() {
    var access = account(VIEW_ACCOUNT_METRICS);
    return List.of(
        Route.get(ALL + "/usage", access, request -> figures(request, this::usage)),
        Route.get(ALL + "/searches", access, request -> figures(request, this::searches)));
  }

  private record Usage(
      long sessionsCount, long searchesCount, long prsOpened, long prsClosed, long prsMerged) {}

  private record Searches(long searchesCount) {}

  private interface Counting {
    Object count(Scope scope, MetricsFilter filter, TimeRange range);
  }

  private Answer figures(Request request, Counting counting) {
    var query = request.query();
    var filter = new MetricsFilter(query.any("org_ids"), null, query.any("user_ids"), List.of());
    var range = ConsumptionOfVersion2.range(query, consumption);
    query.check();
    return ok(counting.count(request.scope(), filter, range));
  }

  private Usage usage(Scope scope, MetricsFilter filter, TimeRange range) {
    var pulls = metrics.pullRequests(scope, filter, range);
    return new Usage(
        metrics.sessionCount(scope, filter, range),
        metrics.searches(scope, filter, range),
        pulls.prsOpenedCount(),
        pulls.prsClosedCount(),
        pulls.prsMergedCount());
  }

  private Searches searches(Scope scope, MetricsFilter filter, TimeRange range) {
    return new Searches(metrics.searches(scope, filter, range));
  }
}
