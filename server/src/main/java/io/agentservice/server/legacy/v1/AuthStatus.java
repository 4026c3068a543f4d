package io.agentservice.server.legacy.v1;

import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Gate;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By what old scripts see whether their key is good (api-legacy.md 3). */
final class AuthStatus {
  private AuthStatus() {}

  /** {@code userEmail}: null for who is no human, and for humans without an address. */
  record Shown(boolean authenticated, String principalType, @Nullable String userEmail) {}

  static List<Route> routes() {
    return List.of(Route.get(Gate.AUTH_STATUS, Access.signedIn(), AuthStatus::show));
  }

  private static Answer show(Request request) {
    var who = request.principal();
    String type =
        switch (who.kind()) {
          case SERVICE_USER, LEGACY_SERVICE -> "service_user";
          case PAT_USER, LEGACY_USER -> "pat_user";
          case USER -> "user";
        };
    return Answer.ok(new Shown(true, type, who.email()));
  }
}
