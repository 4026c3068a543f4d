package io.agentservice.server.engine.sessions.bulk;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;

/** The feature, wired. */
public record BulkFeature(List<Route> routes) implements Feature {
  public static BulkFeature wire(SessionsFeature sessions) {
    return new BulkFeature(new BulkRoutes(sessions.sessions(), sessions.references()).routes());
  }
}
