package io.agentservice.server.base.probes;

import io.agentservice.server.base.background.Background;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  private Probes() {}

  /** {@code draining}: the node is about to stop. */
  public static List<Route> routes(
      Database database, Background background, BooleanSupplier draining) {
    return List.of(
        Route.get("/healthz", Access.open(), _ -> Answer.ok(Map.of("status", "ok"))),
        Route.get(
            "/readyz",
            Access.open(),
            _ -> draining.getAsBoolean() ? notReady("draining") : readiness(database, background)));
  }

  private static Answer readiness(Database database, Background background) {
    if (!database.answers()) {
      return notReady("no database");
    }
    var trouble = background.trouble();
    trouble.ifPresent(reason -> LOG.warn("not ready: {}", reason));
    return trouble.isPresent() ? notReady("stuck") : Answer.ok(Map.of("status", "ready"));
  }

  private static Answer notReady(String reason) {
    return new Answer.Of(503, Map.of("status", reason));
  }
}
