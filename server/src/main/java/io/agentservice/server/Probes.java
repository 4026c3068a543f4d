package io.agentservice.server;

import io.agentservice.server.background.Background;
import io.agentservice.server.db.Database;
import io.agentservice.server.http.Access;
import io.agentservice.server.http.Answer;
import io.agentservice.server.http.Route;
import java.util.List;
import java.util.Map;

/** The service probes (completions.md 4); none needs a credential. */
final class Probes {
  private Probes() {}

  static List<Route> routes(Database database, Background background) {
    return List.of(
        Route.get("/healthz", Access.open(), _ -> Answer.ok(Map.of("status", "ok"))),
        Route.get("/readyz", Access.open(), _ -> readiness(database, background)));
  }

  private static Answer readiness(Database database, Background background) {
    if (!database.answers()) {
      return notReady("no database");
    }
    return background
        .trouble()
        .map(Probes::notReady)
        .orElseGet(() -> Answer.ok(Map.of("status", "ready")));
  }

  private static Answer notReady(String reason) {
    return new Answer.Of(503, Map.of("status", reason));
  }
}
