package io.agentservice.server.engine.sessions.erasure;

import io.agentservice.server.base.background.Chore;
import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import java.time.Duration;
import java.util.List;

/** The feature, wired. */
public record RetentionFeature(List<Route> routes, List<Chore> chores) implements Feature {
  private static final Duration PACE = Duration.ofMinutes(1);

  /** {@code days}: as the operator says for all; 0: for ever. */
  public static RetentionFeature wire(Database database, int days) {
    var retention = new SessionRetention(database, days);
    return new RetentionFeature(
        new RetentionRoutes(retention).routes(),
        List.of(Chore.byLeader("session-retention", PACE, retention::run)));
  }
}
