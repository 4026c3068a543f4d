package io.agentservice.server.base.core;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.metrics.AccountGauge;
import java.util.List;

/** A part of the server, wired: what it answers, what it does by itself, how it stands. */
public interface Feature {
  /** Answers requests and does no periodic work. */
  static Feature serving(List<Route> routes) {
    return new Feature() {
      @Override
      public List<Route> routes() {
        return routes;
      }
    };
  }

  default List<Route> routes() {
    return List.of();
  }

  /** How what it holds stands, for those who watch the service. */
  default List<AccountGauge> gauges() {
    return List.of();
  }

  /** Its periodic work; the same ones at each call, by their names. */
  default List<Chore> chores() {
    return List.of();
  }
}
