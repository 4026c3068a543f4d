package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** The feature, wired. */
public record MetricsFeature(Metrics metrics, List<Route> routes) {

  public static MetricsFeature wire(Database database) {
    var metrics = new Metrics(database);
    return new MetricsFeature(metrics, new MetricsRoutes(metrics).routes());
  }
}
