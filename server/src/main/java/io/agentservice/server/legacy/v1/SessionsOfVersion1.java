package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.keyOrganization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.RateLimits.Policy;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.messages.Attached;
import io.agentservice.server.engine.sessions.SessionBody;
import io.agentservice.server.engine.sessions.SessionReferences;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.insights.SessionHistories;
import io.agentservice.server.engine.sessions.insights.SessionHistory;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import io.agentservice.server.engine.sessions.parts.TagChange;
import io.agentservice.server.legacy.v1.SessionShown.Details;
import io.agentservice.server.legacy.v1.SessionShown.Item;
import io.agentservice.server.legacy.v1.SessionShown.MessageShown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class SessionsOfVersion1 {
  private static final String ALL = "/v1/sessions";
  private static final String ONE = "/v1/session/{session_id}";
  private static final String ONE_IN_ALL = ALL + "/{session_id}";
  private static final int MAX_SNAPSHOT = 256;
  private static final int MOST = 1000;
  private static final int DEFAULT = 100;

  /** The fields of a session's creation that there are in this version (api-legacy.md 2.1). */
  private static final Set<String> CREATION =
      Set.of(
          "prompt",
          "idempotent",
          "playbook_id",
          "title",
          "tags",
          "max_acu_limit",
          "knowledge_ids",
          "secret_ids",
          "session_secrets",
          "structured_output_schema",
          "attachment_urls",
          "platform",
          "snapshot_id",
          "unlisted");

  private final Sessions sessions;
  private final SessionHistories histories;
  private final SessionReferences references;
  private final Addresses addresses;
  private final boolean ownerOnlyDelete;

  /** {@code ownerOnlyDelete}: whether nobody ends a session of somebody else. */
  SessionsOfVersion1(
      SessionsFeature feature,
      SessionHistories histories,
      Addresses addresses,
      boolean ownerOnlyDelete) {
    this.sessions = feature.sessions();
    this.histories = histories;
    this.references = feature.references();
    this.addresses = addresses;
    this.ownerOnlyDelete = ownerOnlyDelete;
  }

  List<Route> routes() {
    var use = keyOrganization(USE_AGENT_SESSIONS);
    var read = keyOrganization(VIEW_ORG_SESSIONS);
    var write = keyOrganization(MANAGE_ORG_SESSIONS);
    var routes = new ArrayList<Route>();
    routes.add(Route.get(ALL, read, this::list));
    routes.add(Route.create(ALL, use, this::create).countedAs(Policy.CREATE));
    for (String one : List.of(ONE, ONE_IN_ALL)) {
      routes.add(Route.get(one, read, this::get));
      routes.add(Route.put(one + "/tags", write, this::tag).of(this::session));
      for (String messages : List.of("/message", "/messages")) {
        routes.add(
            Route.create(one + messages, write, this::send)
                .spelling(ONE + "/message")
                .of(this::session));
      }
    }
    for (String one : List.of(ONE_IN_ALL, "/sessions/{session_id}")) {
      routes.add(Route.delete(one, write, this::terminate));
    }
    return routes;
  }

  /** As many as were asked for; read while they are written. */
  record Collection(Iterable<Item> sessions) {}

  /** What was done, in words; null for a message, where clients read any text as a refusal. */
  record Done(@Nullable String detail) {}

  private Answer list(Request request) {
    var query = request.query();
    int limit = query.integer("limit", 1, MOST, DEFAULT);
    int offset = query.integer("offset", 0, Integer.MAX_VALUE, 0);
    var filter = filter(request, query);
    query.check();
    var found = histories.list(request.scope(), filter).walk(offset, limit);
    return ok(new Collection(Lists.shown(found, this::item)));
  }

  private static SessionFilter filter(Request request, Query query) {
    var tags = new SessionFilter.Tags(query.each("tags"));
    var owner = new SessionFilter.Owner(List.of(), List.of(), query.text("user_email"));
    return SessionFilter.any(request.principal().author()).with(tags).with(owner);
  }

  /** Fields that only version 3 has are ignored. */
  private Supplier<Answer> create(Request request) {
    var body = request.body().only(CREATION);
    String snapshot = body.optionalText("snapshot_id", 0, MAX_SNAPSHOT);
    boolean unlisted = body.bool("unlisted", false);
    boolean idempotent = body.bool("idempotent", false);
    var wanted = SessionBody.create(request, body, references, false);
    var prepared =
        sessions.prepare(
            request.org(),
            wanted
                .with(wanted.manner().withAnyOutput())
                .with(wanted.host().from(snapshot))
                .with(wanted.requester().unlisted(unlisted)));
    return () -> {
      if (idempotent) {
        var created = sessions.createOnce(request.org(), prepared, request.caller());
        return made(created.session(), created.fresh());
      }
      return made(sessions.create(request.org(), prepared, request.caller()), null);
    };
  }

  /** {@code fresh} null: was not asked for. */
  private Answer made(Session session, @Nullable Boolean fresh) {
    var answer = new LinkedHashMap<String, Object>();
    answer.put("session_id", session.sessionId());
    answer.put("url", session.url(addresses.base()));
    if (fresh != null) {
      answer.put("is_new_session", fresh);
    }
    return ok(answer);
  }

  private Answer get(Request request) {
    var item = item(session(request));
    var messages = sessions.messages(id(request));
    String first =
        messages.rows().read(null, 1).items().stream().map(m -> m.eventId()).findFirst().orElse("");
    return ok(
        Details.of(item, Lists.shown(messages.walk(), message -> MessageShown.of(message, first))));
  }

  private Supplier<Answer> send(Request request) {
    var message = SessionBody.message(request.body().only(Set.of("message")), Attached.NONE);
    String origin = Origins.of(request);
    var said = sessions.said(id(request), message.text());
    return () -> {
      sessions.send(
          request.org(), id(request), said, Attached.NONE, null, origin, request.caller());
      return ok(new Done(null));
    };
  }

  private Answer tag(Request request) {
    var change =
        new TagChange(
            TagChange.How.REPLACE, SessionBody.tags(request, request.org(), references, 0));
    sessions.tag(request.org(), id(request), change, request.caller());
    return ok(new Done("Tags updated"));
  }

  private Answer terminate(Request request) {
    var found = session(request);
    String owner = found.session().requester().owner();
    if (ownerOnlyDelete && !request.principal().author().equals(owner)) {
      throw Problem.forbidden("owner_only", "Only its owner may end a session").exception();
    }
    if (found.state().status().ended()) {
      throw Problem.badRequest("session_already_exited", "The session has ended before", null)
          .exception();
    }
    sessions.terminate(request.org(), id(request), false, request.caller());
    return ok(new Done("Session terminated"));
  }

  private SessionHistory session(Request request) {
    return histories.get(request.principal().accountId(), request.org(), id(request));
  }

  private static SessionId id(Request request) {
    return request.id(SessionId.class);
  }

  private Item item(SessionHistory session) {
    return Item.of(session, addresses.base());
  }
}
