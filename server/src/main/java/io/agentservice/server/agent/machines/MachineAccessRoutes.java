package io.agentservice.server.agent.machines;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SETTINGS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import java.util.List;

/** The route of an organization's machine access. */
final class MachineAccessRoutes {
  private static final String PATH = "/v3/organizations/{org_id}/machine-access";
  private static final String ENABLED = "enabled";

  private final MachineAccess access;

  MachineAccessRoutes(MachineAccess access) {
    this.access = access;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            PATH,
            organization(VIEW_ORG_SESSIONS, MANAGE_ORG_SETTINGS),
            request -> ok(new Shown(access.enabled(request.org())))),
        Route.put(PATH, organization(MANAGE_ORG_SETTINGS), this::replace));
  }

  private record Shown(boolean enabled) {}

  private Answer replace(Request request) {
    var body = request.body();
    body.require(ENABLED);
    if (body.isNull(ENABLED)) {
      body.fail("type", "Input should be true or false", ENABLED);
    }
    boolean enabled = body.bool(ENABLED, true);
    body.check();
    return ok(new Shown(access.replace(request.org(), enabled, request.caller())));
  }
}
