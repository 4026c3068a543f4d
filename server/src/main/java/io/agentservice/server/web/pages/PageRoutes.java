package io.agentservice.server.web.pages;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.approvals.Approval;
import io.agentservice.server.engine.sessions.approvals.SessionApprovals;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.web.pages.LiveStream.Sources;
import io.agentservice.server.web.pages.html.Html;
import io.agentservice.server.web.pages.html.Layout;
import io.agentservice.server.web.pages.html.PlainAddress;
import io.agentservice.server.web.pages.html.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

final class PageRoutes {
  private static final String ONE = PlainAddress.SESSIONS + "{session_id}";
  private static final String ORIGIN = "webapp";
  private static final int MAX_MESSAGE_BYTES = 1 << 20;

  private static final int MAX_REASON = 10_000;

  /** Each of up to four bytes of a character may be sent as an escape of three. */
  private static final int MAX_ANSWER_BYTES = 12 * MAX_REASON + (4 << 10);

  /** Each byte of a message may be sent as an escape of three. */
  private static final int MAX_FORM_BYTES = 3 * MAX_MESSAGE_BYTES + (64 << 10);

  private final Sources sources;
  private final Authenticator authenticator;
  private final Layout layout;
  private final SessionApprovals approvals;
  private final SessionPage page;

  PageRoutes(
      Sources sources, SessionApprovals approvals, Authenticator authenticator, Layout layout) {
    this.sources = sources;
    this.authenticator = authenticator;
    this.layout = layout;
    this.approvals = approvals;
    this.page = new SessionPage(sources.sessions(), sources.log(), approvals);
  }

  /** Refusals are in the form of a page. */
  Access access() {
    return new Access.Page(this::refuse);
  }

  List<Route> routes() {
    var access = access();
    return List.of(
        Route.get(PlainAddress.LIST, access, new ListPage(sources.sessions(), layout)::get),
        Route.get(ONE, access, this::show),
        Route.get(ONE + "/live", Access.signedIn(), this::live),
        Route.get(ONE + "/messages/{event_id}", access, this::message),
        Route.post(ONE + "/messages", access, this::say).takingForm(MAX_FORM_BYTES),
        Route.post(ONE + "/approvals/{event_id}", access, this::answer)
            .takingForm(MAX_ANSWER_BYTES),
        Route.post(ONE + "/terminate", access, this::terminate));
  }

  private Answer show(Request request) {
    var session = session(request, Permission.VIEW_ORG_SESSIONS);
    var query = request.query();
    boolean all = query.bool("all", false);
    query.check();
    var principal = request.principal();
    boolean writes = principal.holds(Permission.MANAGE_ORG_SESSIONS, org(session));
    var csrf = Layout.csrf(request.cookie(WebSessions.COOKIE));
    return layout.page(
        200,
        Words.title(session),
        Layout.who(principal, request),
        page.show(session, all, csrf, writes && !csrf.isEmpty()));
  }

  private Answer live(Request request) {
    var session = session(request, Permission.VIEW_ORG_SESSIONS);
    var query = request.query();
    int after = query.integer("after", 0, Integer.MAX_VALUE, 0);
    query.check();
    long from = Math.max(after, lastEventId(request));
    var id = session.sessionId();
    String authorization = request.header("Authorization");
    String token = request.cookie(WebSessions.COOKIE);
    return new Answer.Events((out, waits) ->
        new LiveStream(
                sources,
                id,
                from,
                () -> {
                  try {
                    return sees(
                        authorization == null && token != null
                            ? authenticator.authenticateWeb(token)
                            : authenticator.authenticate(authorization),
                        session);
                  } catch (ProblemException e) {
                    return false;
                  }
                },
                out,
                waits)
            .write());
  }

  /** A browser that comes back says what it has. */
  private static long lastEventId(Request request) {
    String sent = request.header("Last-Event-ID");
    return sent != null && sent.matches("[0-9]{1,18}") ? Long.parseLong(sent) : 0;
  }

  private Answer say(Request request) {
    var session = session(request, Permission.MANAGE_ORG_SESSIONS);
    String sent = request.form("message");
    String text = sent == null ? "" : sent.strip();
    if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MAX_MESSAGE_BYTES) {
      throw invalid(
          "message",
          "A message has 1 to 1,048,576 bytes",
          text.isEmpty() ? "too_short" : "too_long");
    }
    var id = session.sessionId();
    sources.sessions().send(org(session), id, text, null, ORIGIN, request.caller());
    return back(id);
  }

  /** One that is too long for the page, as it is. */
  private Answer message(Request request) {
    var session = session(request, Permission.VIEW_ORG_SESSIONS).sessionId();
    return sources
        .sessions()
        .message(session, request.id(EventId.class))
        .map(message -> Layout.plain(message.message()))
        .orElseThrow(() -> Problem.notFound("message").exception());
  }

  private Answer answer(Request request) {
    var session = session(request, Permission.MANAGE_ORG_SESSIONS);
    var id = session.sessionId();
    var asked = request.id(EventId.class);
    approvals.get(id, asked);
    String word = request.form("answer");
    String sent = request.form("reason");
    String reason = sent == null || sent.isBlank() ? null : sent.strip();
    var kind =
        switch (word == null ? "" : word) {
          case "approve" -> Approval.Kind.APPROVED;
          case "session" -> Approval.Kind.APPROVED_FOR_SESSION;
          case "refuse" -> Approval.Kind.REFUSED;
          default -> throw invalid("answer", "Say approve, session or refuse", "enum");
        };
    if (reason != null && reason.codePointCount(0, reason.length()) > MAX_REASON) {
      throw invalid("reason", "A reason has at most 10,000 characters", "too_long");
    }
    var answer = approvals.answer(id, kind, reason, request.caller());
    approvals.answer(org(session), id, asked, answer, request.caller());
    return back(id);
  }

  private static ProblemException invalid(String field, String message, String type) {
    return Problem.invalid(new Failure(List.of("body", field), message, type)).exception();
  }

  private Answer terminate(Request request) {
    var session = session(request, Permission.MANAGE_ORG_SESSIONS);
    var id = session.sessionId();
    sources.sessions().terminate(org(session), id, false, request.caller());
    return back(id);
  }

  private static Answer back(SessionId id) {
    return Layout.seeOther(PlainAddress.of(id) + "#end");
  }

  /** The session of the path; whoever may not see it does not learn that it is there. */
  private Session session(Request request, Permission needed) {
    var principal = request.principal();
    var id = request.id(SessionId.class);
    var session = sources.sessions().get(principal.accountId(), id);
    if (!sees(principal, session)) {
      throw Problem.notFound("session").exception();
    }
    if (!principal.holds(needed, org(session))) {
      throw Problem.forbidden(
              "permission_denied", "Needs " + needed.wireName() + " in the organization")
          .exception();
    }
    return session;
  }

  private static boolean sees(Principal principal, Session session) {
    return principal.holds(Permission.VIEW_ORG_SESSIONS, org(session));
  }

  private static OrgId org(Session session) {
    return session.orgId();
  }

  private Answer refuse(Problem problem, Request request) {
    if (problem.status() == 401) {
      return SignIn.first(request);
    }
    String what =
        problem.failures().isEmpty()
            ? problem.detail()
            : problem.failures().stream().map(Failure::msg).collect(Collectors.joining("; "));
    return layout.page(
        problem.status(),
        what,
        Html.NONE,
        Html.of(
            """
            <h1>{}</h1>
            <p>{}</p>
            <p class="hint">Request {}</p>
            """,
            what,
            problem.hint(),
            request.id()),
        problem.headers());
  }
}
