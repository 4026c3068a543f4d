package io.agentservice.server.base.core;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.metrics.AccountGauge;
import java.util.List;

public interface Wing extends Feature {
  List<Feature> features();

  @Override
  default List<Route> routes() {
    return features().stream().flatMap(feature -> feature.routes().stream()).toList();
  }

  @Override
  default List<AccountGauge> gauges() {
    return features().stream().flatMap(feature -> feature.gauges().stream()).toList();
  }

  @Override
  default List<Chore> chores() {
    return features().stream().flatMap(feature -> feature.chores().stream()).toList();
  }
}
