package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.http.Origins;
import io.agentservice.server.base.http.Query;
import io.agentservice.server.base.http.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads which sessions a list wants (completions.md 7). */
final class SessionQuery {
  private static final List<String> STATUSES =
      List.of("new", "claimed", "running", "suspended", "resuming", "exit", "error");

  private SessionQuery() {}

  /** The filter; what is wrong is noted in the query. */
  static SessionFilter filter(Request request, Query query) {
    query.refuse("order", "The order parameter was removed; lists are newest first");
    var created = bounds(query, "created");
    var updated = bounds(query, "updated");
    return new SessionFilter(
        request.scope().orgId() == null ? query.any("org_ids") : List.of(),
        query.any("session_ids", SessionQuery::spelled),
        created.after(),
        created.before(),
        updated.after(),
        updated.before(),
        query.each("tags"),
        query.text("playbook_id"),
        Origins.asked(query),
        query.text("schedule_id"),
        query.any("user_ids"),
        query.any("service_user_ids"),
        query.optionalBool("is_archived"),
        query.oneOf("category", Analysis.CATEGORIES),
        query.any("repo_names", text -> RepoName.of(text).path()),
        query.text("parent_session_id", SessionQuery::spelled),
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

  /** In its canonical spelling; what is no session id stays, and matches nothing. */
  static String spelled(String text) {
    var id = Id.parse(SessionId.class, text);
    return id == null ? text : id.value();
  }
}
