package io.agentservice.server.agent.fork;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.engine.sessions.SessionForks;
import io.agentservice.server.engine.sessions.SessionOfPath;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.children.ForkDraft;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import java.util.List;
import java.util.function.Supplier;

/** The route of forks (design/web.md 7.2). */
final class ForkRoutes {
  private static final int MAX_TEXT_BYTES = 1 << 20;
  private static final int MAX_TITLE = 256;

  /** What the agent is told where the caller has no word for it. */
  private static final String GO_ON = "Go on from here.";

  private final EventLog log;
  private final Sessions sessions;
  private final SessionForks forks;
  private final ForkDraft draft;
  private final SessionOfPath path;
  private final Addresses addresses;

  ForkRoutes(EventLog log, SessionsFeature feature, ForkDraft draft, Addresses addresses) {
    this.log = log;
    this.sessions = feature.sessions();
    this.forks = feature.forks();
    this.draft = draft;
    this.path = new SessionOfPath(sessions);
    this.addresses = addresses;
  }

  List<Route> routes() {
    return List.of(
        Route.create(
                "/v3/organizations/{org_id}/sessions/{session_id}/fork",
                organization(MANAGE_ORG_SESSIONS),
                this::fork)
            .of(path::find)
            .countedAs(Policy.CREATE));
  }

  private Supplier<Answer> fork(Request request) {
    var from = path.find(request);
    var body = request.body();
    String message = body.optionalTextOfBytes("message", 1, MAX_TEXT_BYTES);
    String title = body.optionalText("title", 1, MAX_TITLE);
    var limit = body.optionalInt("max_acu_limit", 1, Integer.MAX_VALUE);
    var at = body.optionalInt("at_seq", 1, Integer.MAX_VALUE);
    body.check();
    long last = log.last(from.sessionId());
    long seq = at == null ? last : at;
    if (seq > last) {
      body.fail("too_large", "The log of the session has %d events".formatted(last), "at_seq");
      body.check();
    }
    boolean ended = from.standing().status().ended();
    var events = ForkPoint.of(log, from.sessionId(), seq, !ended);
    var wanted =
        draft.of(
            from,
            message == null ? GO_ON : message,
            title,
            limit,
            Origins.of(request),
            events.isEmpty() ? seq : events.getLast());
    var prepared = sessions.prepare(from.orgId(), wanted);
    return () -> show(forks.fork(from, events, prepared, request.caller()));
  }

  private Answer show(Session session) {
    return ok(SessionJson.of(session, addresses.base()));
  }
}
