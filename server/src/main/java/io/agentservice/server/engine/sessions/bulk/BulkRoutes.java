package io.agentservice.server.engine.sessions.bulk;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import io.agentservice.server.engine.sessions.SessionBody;
import io.agentservice.server.engine.sessions.SessionReferences;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.TagChange;
import io.agentservice.server.engine.sessions.parts.TagChange.How;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The same change of many sessions, each by itself (design/web.md 7.5). */
record BulkRoutes(Sessions sessions, SessionReferences references) {
  private static final int MOST = 200;
  private static final int LONGEST_ID = 256;
  private static final String ADD_TAGS = "add_tags";
  private static final String REMOVE_TAGS = "remove_tags";
  private static final List<String> ACTIONS =
      List.of("archive", "unarchive", "terminate", ADD_TAGS, REMOVE_TAGS);

  /** What became of each, in the order in which they were named. */
  record Results(List<Result> results) {}

  /** {@code code} and {@code detail}: why not. */
  record Result(String sessionId, boolean ok, @Nullable String code, @Nullable String detail) {
    static Result refused(String id, Problem problem) {
      return new Result(id, false, problem.code(), problem.sentence());
    }
  }

  /** Of one session. */
  @FunctionalInterface
  private interface Change {
    void of(SessionId id);
  }

  List<Route> routes() {
    return List.of(
        Route.post(
            "/v3/organizations/{org_id}/sessions/bulk",
            organization(MANAGE_ORG_SESSIONS),
            this::change));
  }

  private Answer change(Request request) {
    var body = request.body();
    String action = body.word("action", ACTIONS);
    var ids = body.texts("session_ids", 1, MOST, LONGEST_ID);
    var tags = tags(request, body, action);
    body.check();
    var change = change(request, action, tags);
    return ok(
        new Results(new LinkedHashSet<>(ids).stream().map(text -> result(text, change)).toList()));
  }

  private List<String> tags(Request request, Body body, String action) {
    if (action.equals(ADD_TAGS) || action.equals(REMOVE_TAGS)) {
      return SessionBody.tags(request, request.org(), references, 1);
    }
    if (body.has("tags")) {
      body.fail("not_allowed", "Only with " + ADD_TAGS + " and " + REMOVE_TAGS, "tags");
    }
    return List.of();
  }

  private Change change(Request request, String action, List<String> tags) {
    var org = request.org();
    var caller = request.caller();
    return switch (action) {
      case "archive" -> id -> sessions.archive(org, id, caller);
      case "unarchive" -> id -> sessions.unarchive(org, id, caller);
      case "terminate" -> id -> sessions.terminate(org, id, false, caller);
      default -> {
        var change = new TagChange(action.equals(ADD_TAGS) ? How.ADD : How.REMOVE, tags);
        yield id -> sessions.tag(org, id, change, caller);
      }
    };
  }

  private static Result result(String text, Change change) {
    var id = Id.parse(SessionId.class, text);
    if (id == null) {
      return Result.refused(text, Problem.notFound("session"));
    }
    try {
      change.of(id);
      return new Result(id.value(), true, null, null);
    } catch (ProblemException e) {
      return Result.refused(id.value(), e.problem());
    }
  }
}
