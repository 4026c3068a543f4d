package io.agentservice.server.enterprise.metrics;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.util.List;

public record MetricsFeature(Metrics metrics, List<Route> routes) implements Feature {

  public static MetricsFeature wire(Database database) {
    var metrics = new Metrics(database);
    return new MetricsFeature(metrics, new MetricsRoutes(metrics).routes());
  }
}
