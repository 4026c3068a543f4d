package io.agentservice.server.legacy.v1;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.keyOrganization;
import static io.agentservice.server.base.http.Answer.ok;

import io.agentservice.server.base.http.Addresses;
import io.agentservice.server.base.http.Answer;
import io.agentservice.server.base.http.Lists;
import io.agentservice.server.base.http.Origins;
import io.agentservice.server.base.http.Query;
import io.agentservice.server.base.http.RateLimits.Policy;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.sessions.OlderSession;
import io.agentservice.server.engine.sessions.OlderSessions;
import io.agentservice.server.engine.sessions.SessionBody;
import io.agentservice.server.engine.sessions.SessionFilter;
import io.agentservice.server.engine.sessions.SessionReferences;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.SessionsFeature;
import io.agentservice.server.engine.sessions.TagChange;
import io.agentservice.server.legacy.v1.SessionShown.Details;
import io.agentservice.server.legacy.v1.SessionShown.Item;
import io.agentservice.server.legacy.v1.SessionShown.MessageShown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;

/** Sessions as version 1 asks for them and shows them (api-legacy.md 2). */
final class SessionsOfVersion1 {
  private static final String ALL = "/v1/sessions";
  private static final String ONE = "/v1/session/{session_id}";
  private static final String ONE_IN_ALL = ALL + "/{session_id}";
  private static final int MOST = 1000;
  private static final int DEFAULT = 100;

  private final Sessions sessions;
  private final OlderSessions older;
  private final SessionReferences references;
  private final Addresses addresses;
  private final boolean ownerOnlyDelete;

  /** {@code ownerOnlyDelete}: whether nobody ends a session of somebody else. */
  SessionsOfVersion1(SessionsFeature feature, Addresses addresses, boolean ownerOnlyDelete) {
    this.sessions = feature.sessions();
    this.older = feature.older();
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

  /** What was done, in words. */
  record Done(String detail) {}

  private Answer list(Request request) {
    var query = request.query();
    int limit = query.integer("limit", 1, MOST, DEFAULT);
    int offset = query.integer("offset", 0, Integer.MAX_VALUE, 0);
    var filter = filter(request, query);
    query.check();
    var found = older.list(request.scope(), filter).walk(offset, limit);
    return ok(new Collection(Lists.shown(found, this::item)));
  }

  private static SessionFilter filter(Request request, Query query) {
    var any = List.<String>of();
    return new SessionFilter(
        any,
        any,
        null,
        null,
        null,
        null,
        query.each("tags"),
        null,
        any,
        null,
        any,
        any,
        null,
        null,
        any,
        null,
        any,
        request.principal().author(),
        query.text("user_email"));
  }

  private Supplier<Answer> create(Request request) {
    var wanted = SessionBody.createOfVersion1(request, references);
    return () -> {
      var created = older.create(request.org(), wanted, request.caller());
      var answer = new LinkedHashMap<String, Object>();
      answer.put("session_id", created.session().sessionId());
      answer.put("url", created.session().url(addresses.base()));
      if (wanted.older().idempotent()) {
        answer.put("is_new_session", created.fresh());
      }
      return ok(answer);
    };
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
    var message = SessionBody.messageOfVersion1(request);
    String origin = Origins.of(request);
    return () -> {
      sessions.send(request.org(), id(request), message.text(), null, origin, request.caller());
      return ok(new Done("Message sent"));
    };
  }

  private Answer tag(Request request) {
    var change = new TagChange(SessionBody.tags(request, request.org(), references, 0), true);
    sessions.tag(request.org(), id(request), change, request.caller());
    return ok(new Done("Tags updated"));
  }

  private Answer terminate(Request request) {
    var state = session(request).state();
    if (ownerOnlyDelete && !request.principal().author().equals(state.owner())) {
      throw Problem.forbidden("owner_only", "Only its owner may end a session").exception();
    }
    if (state.status().ended()) {
      throw Problem.badRequest("session_already_exited", "The session has ended before", null)
          .exception();
    }
    sessions.terminate(request.org(), id(request), false, request.caller());
    return ok(new Done("Session terminated"));
  }

  private OlderSession session(Request request) {
    return older.get(request.principal().accountId(), request.org(), id(request));
  }

  private static SessionId id(Request request) {
    return request.id(SessionId.class);
  }

  private Item item(OlderSession session) {
    return Item.of(session, addresses.base());
  }
}
