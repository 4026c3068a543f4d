package io.agentservice.server;

import io.agentservice.server.db.Database;
import io.agentservice.server.http.Access;
import io.agentservice.server.http.Answer;
import io.agentservice.server.http.Route;
import java.util.List;
import java.util.Map;

/** The service probes (completions.md 4); none needs a credential. */
final class Probes {
  private Probes() {}

  static List<Route> routes(Database database) {
    return List.of(
        Route.get("/healthz", Access.open(), _ -> Answer.ok(Map.of("status", "ok"))),
        Route.get(
            "/readyz",
            Access.open(),
            _ ->
                database.answers()
                    ? Answer.ok(Map.of("status", "ready"))
                    : new Answer.Of(503, Map.of("status", "no database"))));
  }
}
