package io.agentservice.server.engine.sessions;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.Answer.ok;

import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.Addresses;
import io.agentservice.server.base.http.Answer;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Page;
import io.agentservice.server.base.http.Query;
import io.agentservice.server.base.http.RateLimits.Policy;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.engine.sessions.SessionJson.MessageJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The organization's session routes (api-org.md 1.3). */
final class SessionRoutes {
  private static final String BASE = "/v3/organizations/{org_id}/sessions";
  private static final String ONE = BASE + "/{session_id}";
  private static final List<String> CATEGORIES =
      List.of(
          "bug_fixing",
          "ci_cd_and_devops",
          "code_quality_and_security",
          "code_review",
          "code_review_and_analysis",
          "data_and_automation",
          "documentation_and_content",
          "feature_development",
          "migrations_and_upgrades",
          "other",
          "refactoring_and_optimization",
          "research_and_exploration",
          "security",
          "unit_test_generation");
  private static final List<String> STATUSES =
      List.of("new", "claimed", "running", "suspended", "resuming", "exit", "error");

  private final Sessions sessions;
  private final SessionReferences references;
  private final EventStream events;
  private final Lists lists;
  private final Addresses addresses;
  private final boolean replays;

  SessionRoutes(
      Sessions sessions,
      SessionReferences references,
      EventStream events,
      Lists lists,
      Addresses addresses,
      boolean replays) {
    this.sessions = sessions;
    this.references = references;
    this.events = events;
    this.lists = lists;
    this.addresses = addresses;
    this.replays = replays;
  }

  List<Route> routes() {
    var write = organization(MANAGE_ORG_SESSIONS);
    return List.of(
        Route.create(BASE, organization(USE_AGENT_SESSIONS), this::create).countedAs(Policy.CREATE),
        Route.get(BASE, organization(VIEW_ORG_SESSIONS), this::list),
        Route.get(ONE, organization(VIEW_ORG_SESSIONS), this::get),
        Route.delete(ONE, write, this::terminate).of(this::session),
        Route.post(ONE + "/terminate", write, this::terminate).of(this::session),
        Route.post(ONE + "/archive", write, this::archive),
        Route.post(ONE + "/unarchive", write, this::unarchive),
        Route.get(ONE + "/messages", organization(VIEW_ORG_SESSIONS), this::messages),
        Route.create(ONE + "/messages", write, this::send).of(this::session),
        Route.get(ONE + "/attachments", organization(VIEW_ORG_SESSIONS), this::attachments),
        Route.get(ONE + "/tags", organization(VIEW_ORG_SESSIONS), this::tags),
        Route.post(ONE + "/tags", write, request -> tag(request, false)).of(this::session),
        Route.put(ONE + "/tags", write, request -> tag(request, true)).of(this::session),
        Route.get(ONE + "/events", organization(VIEW_ORG_SESSIONS), this::events));
  }

  private Supplier<Answer> create(Request request) {
    var wanted = SessionBody.create(request, references, replays);
    return () -> show(sessions.create(request.org(), wanted, request.caller()));
  }

  private Answer list(Request request) {
    var query = request.query();
    var filter = filter(request, query);
    return ok(
        lists.page(
            query,
            "sessions " + request.org(),
            sessions.list(filter),
            session -> SessionJson.of(session, addresses.base())));
  }

  private static SessionFilter filter(Request request, Query query) {
    query.refuse("order", "The order parameter was removed; lists are newest first");
    var created = bounds(query, "created");
    var updated = bounds(query, "updated");
    return new SessionFilter(
        request.principal().accountId().value(),
        List.of(request.org().value()),
        query.any("session_ids", SessionRoutes::spelled),
        created.after(),
        created.before(),
        updated.after(),
        updated.before(),
        query.each("tags"),
        query.text("playbook_id"),
        query.words("origins", origins()).stream()
            .map(origin -> origin.equals("scheduled") ? "automation" : origin)
            .toList(),
        query.text("schedule_id"),
        query.any("user_ids"),
        query.any("service_user_ids"),
        query.optionalBool("is_archived"),
        query.oneOf("category", CATEGORIES),
        query.any("repo_names", text -> RepoName.of(text).path()),
        query.text("parent_session_id", SessionRoutes::spelled),
        query.words("statuses", STATUSES).stream()
            .map(status -> status.toUpperCase(Locale.ROOT))
            .toList(),
        request.principal().author(),
        null);
  }

  private record Bounds(@Nullable Instant after, @Nullable Instant before) {}

  private static Bounds bounds(Query query, String name) {
    var after = query.time(name + "_after");
    var before = query.time(name + "_before");
    if (after != null && before != null && after.isAfter(before)) {
      query.fail("inconsistent", "The lower bound is above the upper one", name + "_after");
    }
    return new Bounds(after, before);
  }

  private static List<String> origins() {
    var origins = new ArrayList<>(Session.ORIGINS);
    origins.add("scheduled");
    return origins;
  }

  /** In its canonical spelling; what is no session id stays, and matches nothing. */
  static String spelled(String text) {
    var id = Id.parse(SessionId.class, text);
    return id == null ? text : id.value();
  }

  private Answer get(Request request) {
    return show(session(request));
  }

  private Answer terminate(Request request) {
    var query = request.query();
    boolean archive = query.bool("archive", false);
    query.check();
    return show(sessions.terminate(request.org(), id(request), archive, request.caller()));
  }

  private Answer archive(Request request) {
    return show(sessions.archive(request.org(), id(request), request.caller()));
  }

  private Answer unarchive(Request request) {
    return show(sessions.unarchive(request.org(), id(request), request.caller()));
  }

  private Answer messages(Request request) {
    var session = session(request);
    var query = request.query();
    return ok(
        lists.page(
            query,
            query.firstOrLimit(),
            "messages " + session.sessionId(),
            sessions.messages(new SessionId(session.sessionId())),
            MessageJson::of));
  }

  private Supplier<Answer> send(Request request) {
    var id = id(request);
    var message = SessionBody.message(request, references);
    String origin = SessionBody.origin(request);
    return () ->
        show(
            sessions.send(
                request.org(),
                id,
                message.text(),
                message.attached(),
                message.asUserId(),
                origin,
                request.caller()));
  }

  private Answer attachments(Request request) {
    var id = new SessionId(session(request).sessionId());
    var attachments = sessions.attachments();
    return ok(
        Page.whole(
            attachments.list(request.scope(), id).stream()
                .map(one -> SessionAttachmentJson.of(one, attachments.address(one)))
                .toList()));
  }

  /** The tags of a session, sorted. */
  record Tags(List<String> tags) {}

  private Answer tags(Request request) {
    return ok(new Tags(session(request).tags()));
  }

  private Answer tag(Request request, boolean instead) {
    var change = new TagChange(SessionBody.tags(request, references, instead ? 0 : 1), instead);
    var session = sessions.tag(request.org(), id(request), change, request.caller());
    return ok(new Tags(session.tags()));
  }

  /**
   * Ours: the session's event log, as a page or, with {@code watch=true}, as a stream that goes on
   * for the longest time of a stream.
   */
  private Answer events(Request request) {
    var session = session(request);
    var query = request.query();
    int limit = query.integer("limit", 1, EventLog.PAGE, EventLog.PAGE);
    int after = query.integer("after", 0, Integer.MAX_VALUE, 0);
    boolean watch = query.bool("watch", false);
    query.check();
    var id = new SessionId(session.sessionId());
    return watch
        ? new Answer.Events((out, waits) -> events.write(id, after, out, waits))
        : ok(events.page(id, after, limit));
  }

  private Session session(Request request) {
    return sessions.get(request.principal().accountId(), request.org(), id(request));
  }

  private static SessionId id(Request request) {
    return request.id(SessionId.class);
  }

  private Answer show(Session session) {
    return ok(SessionJson.of(session, addresses.base()));
  }
}
