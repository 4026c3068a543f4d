package io.agentservice.server.agent.terminals;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.agent.machines.MachineAccess;
import io.agentservice.server.agent.terminals.shells.Size;
import io.agentservice.server.agent.terminals.shells.Terminal;
import io.agentservice.server.agent.terminals.shells.Terminals;
import io.agentservice.server.agent.terminals.shells.Words;
import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Preparation;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.TerminalId;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.parts.Session;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of the terminals of a session's machine (design/web.md 7.4). */
final class TerminalRoutes {
  private static final String TERMINALS =
      "/v3/organizations/{org_id}/sessions/{session_id}/terminals";
  private static final String TERMINAL = TERMINALS + "/{terminal_id}";
  private static final int LONGEST = 4096;

  private final Desk desk;
  private final MachineAccess access;
  private final SessionOfPath sessions;
  private final Database database;

  TerminalRoutes(Desk desk, MachineAccess access, SessionOfPath sessions, Database database) {
    this.desk = desk;
    this.access = access;
    this.sessions = sessions;
    this.database = database;
  }

  List<Route> routes() {
    var manage = organization(MANAGE_ORG_SESSIONS);
    return List.of(
        Route.get(TERMINALS, manage, this::list),
        Route.createAfterRemoteCall(TERMINALS, manage, this::open).of(this::session),
        Route.delete(TERMINAL, manage, this::close),
        Route.get(TERMINAL + "/connect", manage, this::connect));
  }

  /** 404 where there is none, or nobody may use its machine. */
  private Session session(Request request) {
    var session = sessions.find(request);
    access.require(session.orgId());
    return session;
  }

  private Terminals terminals(Request request, Session session) {
    return desk.of(session, request.principal().keyId().value());
  }

  private Answer list(Request request) {
    var session = session(request);
    request.query().check();
    return ok(Page.whole(terminals(request, session).list(session.sessionId())));
  }

  private Preparation.RemoteCall open(Request request) {
    var session = session(request);
    var body = request.body();
    body.require("rows", "columns");
    var size = new Size(number(body, "rows"), number(body, "columns"));
    String cwd = body.optionalText("cwd", 1, LONGEST);
    body.check();
    return () -> {
      var id = session.sessionId();
      var terminals = terminals(request, session);
      var opened = terminals.open(session.orgId(), id, new Terminals.Opening(size, cwd));
      try { // here, and not with the answer, which is not given when the key has one by now
        record(request, session, "open_terminal", opened);
      } catch (RuntimeException e) { // nobody is told of it
        terminals.close(id, opened.terminalId());
        throw e;
      }
      return () -> ok(opened);
    };
  }

  private static int number(Body body, String name) {
    Integer number = body.optionalInt(name, 1, Size.MOST);
    if (body.isNull(name)) {
      body.fail("type", "Input should be a whole number", name);
    }
    return number == null ? 1 : number;
  }

  private Answer close(Request request) {
    var session = session(request);
    var id = session.sessionId();
    var closed = terminals(request, session).close(id, request.id(TerminalId.class));
    record(request, session, "close_terminal", closed);
    return ok(closed);
  }

  private void record(Request request, Session session, String action, Terminal terminal) {
    database.useTransaction(tx ->
        Audit.record(
            tx,
            request.caller(),
            action,
            session.orgId(),
            Map.of("session_id", session.sessionId(), "terminal_id", terminal.terminalId())));
  }

  private Answer connect(Request request) {
    var session = session(request);
    var query = request.query();
    long from = place(query.text("from"));
    if (from < 0) {
      query.fail("type", "Input should be a place in the output", "from");
    }
    query.check();
    return new Answer.Socket(
        Words.PROTOCOL,
        terminals(request, session).view(session.sessionId(), request.id(TerminalId.class), from));
  }

  /** Below zero when it is none. */
  private static long place(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    return text.matches("[0-9]{1,16}") ? Long.parseLong(text) : -1;
  }
}
