package io.agentservice.server.base.core;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.http.Route;
import java.util.List;

/** A part of the server, wired: what it answers, and what it does by itself. */
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

  /** Its periodic work; the same ones at each call, by their names. */
  default List<Chore> chores() {
    return List.of();
  }
}
