package io.agentservice.server.base.probes;

import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.metrics.AccountGauge;
import io.agentservice.server.base.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** {@code GET /metrics}: what Prometheus reads of a node. */
public final class MetricsRoute {
  private MetricsRoute() {}

  /** {@code gauges} of all features. */
  public static List<Route> routes(Metrics metrics, Supplier<List<AccountGauge>> gauges) {
    return List.of(
        Route.get(
            "/metrics",
            Access.account(Permission.VIEW_ACCOUNT_METRICS),
            request ->
                new Answer.Text(
                    200,
                    Metrics.CONTENT_TYPE,
                    metrics.text(gauges.get(), request.principal().accountId()),
                    Map.of())));
  }
}
