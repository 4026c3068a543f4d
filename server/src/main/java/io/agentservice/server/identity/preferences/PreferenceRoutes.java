package io.agentservice.server.identity.preferences;

import static io.agentservice.server.base.http.Access.signedIn;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.problems.Problem;
import java.util.List;

final class PreferenceRoutes {
  private static final String PATH = "/v3beta1/self/preferences";

  private final OwnPreferences preferences;

  PreferenceRoutes(OwnPreferences preferences) {
    this.preferences = preferences;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, signedIn(), this::get), Route.patch(PATH, signedIn(), this::change));
  }

  private Answer get(Request request) {
    requirePerson(request);
    return ok(preferences.get(request.principal()));
  }

  private Answer change(Request request) {
    requirePerson(request);
    return ok(preferences.change(request.body(), request.caller()));
  }

  /** A program sees no page; whoever signs in to one with a service user's key does. */
  private static void requirePerson(Request request) {
    boolean byKey = request.header("Authorization") != null;
    if (byKey && !request.principal().kind().isHuman()) {
      throw Problem.forbidden(
              "permission_denied",
              "Only who sees the web app has preferences: needs a web session or a personal token")
          .exception();
    }
  }
}
