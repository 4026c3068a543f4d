package io.agentservice.server.agent.desktop;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;

import io.agentservice.server.agent.desktop.views.Look;
import io.agentservice.server.agent.machines.MachineAccess;
import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.List;
import java.util.Map;

/** The route of the desktop of a session's machine (design/web.md 7.4). */
final class DesktopRoutes {
  private static final String CONNECT =
      "/v3/organizations/{org_id}/sessions/{session_id}/desktop/connect";
  private static final String CONTROL = "control";
  private static final List<String> MODES = List.of("view", CONTROL);

  private final Whose desktops;
  private final MachineAccess access;
  private final SessionOfPath sessions;
  private final Database database;

  /** Where the desktop of a session is, as that person sees it; throws when it is nowhere. */
  @FunctionalInterface
  interface Whose {
    Desktops of(Session session, String person);
  }

  DesktopRoutes(Whose desktops, MachineAccess access, SessionOfPath sessions, Database database) {
    this.desktops = desktops;
    this.access = access;
    this.sessions = sessions;
    this.database = database;
  }

  List<Route> routes() {
    return List.of(Route.get(CONNECT, organization(MANAGE_ORG_SESSIONS), this::connect));
  }

  private Answer connect(Request request) {
    var session = sessions.find(request);
    access.require(session.orgId());
    var query = request.query();
    boolean control = CONTROL.equals(query.oneOf("mode", MODES));
    query.check();
    var look = new Look(session.orgId(), session.sessionId(), control);
    var talk = desktops.of(session, request.principal().keyId().value()).view(look);
    return new Answer.Socket(
        Desktops.PROTOCOL,
        () -> { // it is a websocket, and its page was judged
          record(request, look);
          return talk.get();
        });
  }

  private void record(Request request, Look look) {
    database.useTransaction(tx ->
        Audit.record(
            tx,
            request.caller(),
            "open_desktop",
            look.org(),
            Map.of("session_id", look.session(), "mode", look.control() ? CONTROL : "view")));
  }
}
