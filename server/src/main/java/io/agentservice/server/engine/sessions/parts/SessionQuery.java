package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import java.util.List;
import java.util.Locale;

public final class SessionQuery {
  private static final List<String> STATUSES =
      List.of("new", "claimed", "running", "suspended", "resuming", "exit", "error");

  private SessionQuery() {}

  /** The filter; what is wrong is noted in the query. */
  public static SessionFilter filter(Request request, Query query) {
    query.refuse("order", "The order parameter was removed; lists are newest first");
    var created = period(query, "created");
    var updated = period(query, "updated");
    return new SessionFilter(
        request.scope().orgId() == null ? query.any("org_ids") : List.of(),
        query.any("session_ids", SessionQuery::spelled),
        created,
        updated,
        new SessionFilter.Tags(query.each("tags")),
        query.any("repo_names", text -> RepoName.of(text).path()),
        maker(query),
        owner(query),
        state(query),
        request.principal().author());
  }

  private static SessionFilter.Maker maker(Query query) {
    return new SessionFilter.Maker(
        Origins.asked(query),
        query.text("playbook_id"),
        query.text("schedule_id"),
        query.text("parent_session_id", SessionQuery::spelled));
  }

  private static SessionFilter.Owner owner(Query query) {
    return new SessionFilter.Owner(query.any("user_ids"), query.any("service_user_ids"), null);
  }

  private static SessionFilter.State state(Query query) {
    return new SessionFilter.State(
        query.words("statuses", STATUSES).stream()
            .map(status -> status.toUpperCase(Locale.ROOT))
            .toList(),
        query.optionalBool("is_archived"),
        query.oneOf("category", Analysis.CATEGORIES));
  }

  private static SessionFilter.Period period(Query query, String name) {
    var after = query.time(name + "_after");
    var before = query.time(name + "_before");
    if (after != null && before != null && after.isAfter(before)) {
      query.fail("inconsistent", "The lower bound is above the upper one", name + "_after");
    }
    return new SessionFilter.Period(after, before);
  }

  /** In its canonical spelling; what is no session id stays, and matches nothing. */
  public static String spelled(String text) {
    var id = Id.parse(SessionId.class, text);
    return id == null ? text : id.value();
  }
}
