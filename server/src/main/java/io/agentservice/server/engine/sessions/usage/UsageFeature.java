package io.agentservice.server.engine.sessions.usage;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.SessionsFeature;
import java.util.List;

/** The feature, wired. */
public record UsageFeature(List<Route> routes) implements Feature {
  public static UsageFeature wire(Database database, SessionsFeature sessions) {
    var path = new SessionOfPath(sessions.sessions());
    return new UsageFeature(new UsageRoutes(database, sessions.limits(), path).routes());
  }
}
