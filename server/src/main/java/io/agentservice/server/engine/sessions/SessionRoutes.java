package io.agentservice.server.engine.sessions;

import static io.agentservice.server.base.auth.Permission.MANAGE_ACCOUNT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ACCOUNT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.account;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.Access;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.lists.Page;
import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.approvals.ApprovalPolicies;
import io.agentservice.server.engine.sessions.attachments.SessionAttachmentJson;
import io.agentservice.server.engine.sessions.events.EventStream;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionJson;
import io.agentservice.server.engine.sessions.parts.SessionJson.MessageJson;
import io.agentservice.server.engine.sessions.parts.SessionQuery;
import io.agentservice.server.engine.sessions.parts.TagChange;
import io.agentservice.server.engine.sessions.parts.TagChange.How;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The routes of sessions (api-org.md 1.3, api-enterprise.md 5). */
final class SessionRoutes {
  private static final String BASE = "/v3/organizations/{org_id}/sessions";
  private static final String ONE = BASE + "/{session_id}";
  private static final int MAX_SEARCHED = 1024;

  private final Sessions sessions;
  private final SessionControl control;
  private final SessionOfPath path;
  private final SessionReferences references;
  private final ApprovalPolicies policies;
  private final EventStream events;
  private final Lists lists;
  private final Addresses addresses;
  private final boolean replays;

  SessionRoutes(
      Sessions sessions,
      SessionControl control,
      SessionReferences references,
      ApprovalPolicies policies,
      EventStream events,
      Lists lists,
      Addresses addresses,
      boolean replays) {
    this.sessions = sessions;
    this.control = control;
    this.path = new SessionOfPath(sessions);
    this.references = references;
    this.policies = policies;
    this.events = events;
    this.lists = lists;
    this.addresses = addresses;
    this.replays = replays;
  }

  List<Route> routes() {
    var view = organization(VIEW_ORG_SESSIONS);
    var write = organization(MANAGE_ORG_SESSIONS);
    var own =
        List.of(
            Route.create(BASE, organization(USE_AGENT_SESSIONS), this::create)
                .countedAs(Policy.CREATE),
            Route.delete(ONE, write, this::terminate).of(path::find),
            Route.patch(ONE, write, this::change).of(path::find),
            Route.delete(ONE + "/messages/{event_id}", write, this::withdraw),
            Route.post(ONE + "/terminate", write, this::terminate).of(path::find),
            Route.post(ONE + "/archive", write, this::archive),
            Route.post(ONE + "/unarchive", write, this::unarchive),
            Route.create(ONE + "/interrupt", write, this::interrupt).of(path::find),
            Route.post(ONE + "/sleep", write, this::sleep),
            Route.post(ONE + "/resume", write, this::resume),
            Route.get(ONE + "/events", view, this::events),
            Route.get(ONE + "/events/search", view, this::search),
            Route.get(ONE + "/events/{event_id}", view, this::event));
    return Stream.of(
            own,
            shared(BASE, view, write),
            shared(
                "/v3/enterprise/sessions",
                account(VIEW_ACCOUNT_SESSIONS),
                account(MANAGE_ACCOUNT_SESSIONS)))
        .flatMap(List::stream)
        .toList();
  }

  private List<Route> shared(String all, Access view, Access write) {
    String one = all + "/{session_id}";
    return List.of(
        Route.get(all, view, this::list),
        Route.get(one, view, this::get),
        Route.get(one + "/messages", view, this::messages),
        Route.create(one + "/messages", write, this::send).of(path::find),
        Route.get(one + "/attachments", view, this::attachments),
        Route.get(one + "/tags", view, this::tags),
        Route.post(one + "/tags", write, request -> tag(request, false)).of(path::find),
        Route.put(one + "/tags", write, request -> tag(request, true)).of(path::find));
  }

  private Supplier<Answer> create(Request request) {
    var wanted = SessionBody.create(request, references, replays);
    var allowance = wanted.allowance();
    policies.checkLaxer(
        request.org(), allowance.bypassApproval(), allowance.approvals(), request.caller());
    var prepared = sessions.prepare(request.org(), wanted);
    return () -> show(sessions.create(request.org(), prepared, request.caller()));
  }

  private Answer list(Request request) {
    var query = request.query();
    var filter = SessionQuery.filter(request, query);
    var scope = request.scope();
    return ok(
        lists.page(
            query,
            "sessions " + scope,
            sessions.list(scope, filter),
            session -> SessionJson.of(session, addresses.base())));
  }

  private Answer get(Request request) {
    return show(path.find(request));
  }

  private Answer terminate(Request request) {
    var query = request.query();
    boolean archive = query.bool("archive", false);
    query.check();
    return show(
        sessions.terminate(request.org(), SessionOfPath.id(request), archive, request.caller()));
  }

  private Answer change(Request request) {
    var change = SessionBody.change(request);
    return show(control.change(request.org(), SessionOfPath.id(request), change, request.caller()));
  }

  private Answer withdraw(Request request) {
    return ok(
        MessageJson.of(
            control.withdraw(
                request.org(),
                SessionOfPath.id(request),
                request.id(EventId.class),
                request.caller())));
  }

  private Answer archive(Request request) {
    return show(sessions.archive(request.org(), SessionOfPath.id(request), request.caller()));
  }

  private Answer unarchive(Request request) {
    return show(sessions.unarchive(request.org(), SessionOfPath.id(request), request.caller()));
  }

  private Supplier<Answer> interrupt(Request request) {
    var id = SessionOfPath.id(request);
    var message = SessionBody.interruption(request);
    String origin = Origins.of(request);
    var said = message == null ? null : sessions.said(id, message);
    return () -> show(control.interrupt(request.org(), id, said, origin, request.caller()));
  }

  private Answer sleep(Request request) {
    return show(control.sleep(request.org(), SessionOfPath.id(request), request.caller()));
  }

  private Answer resume(Request request) {
    return show(control.resume(request.org(), SessionOfPath.id(request), request.caller()));
  }

  private Answer messages(Request request) {
    var session = path.find(request);
    var query = request.query();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "messages " + session.sessionId(),
            sessions.messages(session.sessionId()),
            MessageJson::of));
  }

  private Supplier<Answer> send(Request request) {
    var id = SessionOfPath.id(request);
    var org = path.org(request);
    var message = SessionBody.message(request, org, references);
    String origin = Origins.of(request);
    var said = sessions.said(id, message.text());
    return () ->
        show(
            sessions.send(
                org, id, said, message.attached(), message.asUserId(), origin, request.caller()));
  }

  private Answer attachments(Request request) {
    var session = path.find(request);
    var scope = new Scope(request.principal().accountId(), session.orgId());
    var attachments = sessions.attachments();
    return ok(
        Page.whole(
            attachments.list(scope, session.sessionId()).stream()
                .map(one -> SessionAttachmentJson.of(one, attachments.address(one)))
                .toList()));
  }

  /** The tags of a session, sorted. */
  record Tags(List<String> tags) {}

  private Answer tags(Request request) {
    return ok(new Tags(path.find(request).task().tags()));
  }

  private Answer tag(Request request, boolean instead) {
    var id = SessionOfPath.id(request);
    var org = path.org(request);
    var tags = SessionBody.tags(request, org, references, instead ? 0 : 1);
    var session =
        sessions.tag(
            org, id, new TagChange(instead ? How.REPLACE : How.ADD, tags), request.caller());
    return ok(new Tags(session.task().tags()));
  }

  /** The event log, as a page or, with {@code watch=true}, as a stream. */
  private Answer events(Request request) {
    var session = path.find(request);
    var query = request.query();
    int limit = query.integer("limit", 1, EventLog.PAGE, EventLog.PAGE);
    int after = query.integer("after", 0, Integer.MAX_VALUE, 0);
    boolean watch = query.bool("watch", false);
    query.check();
    var id = session.sessionId();
    return watch
        ? new Answer.Events((out, waits) -> events.write(id, after, out, waits))
        : ok(events.page(id, after, limit));
  }

  private Answer search(Request request) {
    var session = path.find(request);
    var query = request.query();
    int limit = query.integer("limit", 1, EventLog.PAGE, EventLog.PAGE);
    int after = query.integer("after", 0, Integer.MAX_VALUE, 0);
    String text = query.text("q");
    if (text == null) {
      query.fail("missing", "Field required", "q");
    } else if (text.length() > MAX_SEARCHED) {
      query.fail(
          "too_long", "Input should have at most %d characters".formatted(MAX_SEARCHED), "q");
    }
    query.check();
    return ok(events.search().page(session.sessionId(), String.valueOf(text), after, limit));
  }

  private Answer event(Request request) {
    var session = path.find(request);
    var event = events.find(session.sessionId(), request.id(EventId.class));
    if (event == null) {
      throw Problem.notFound("event").exception();
    }
    return ok(event);
  }

  private Answer show(Session session) {
    return ok(SessionJson.of(session, addresses.base()));
  }
}
