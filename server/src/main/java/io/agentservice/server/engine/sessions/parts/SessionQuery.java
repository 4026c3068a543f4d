package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.repositories.RepoName;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

public final class SessionQuery {
  private static final List<String> STATUSES =
      List.of("new", "claimed", "running", "suspended", "resuming", "exit", "error");

  private static final List<String> DETAILS =
      Arrays.stream(Detail.values()).map(Detail::word).filter(Objects::nonNull).toList();

  /** Whoever asks. */
  private static final String SELF = "self";

  private static final int LONGEST_SEARCH = 200;

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
        owner(request, query),
        state(query),
        request.scope().orgId() == null ? SessionFilter.Search.ANY : search(query),
        request.principal().author());
  }

  private static SessionFilter.Maker maker(Query query) {
    return new SessionFilter.Maker(
        Origins.asked(query),
        query.text("playbook_id"),
        query.text("schedule_id"),
        query.text("parent_session_id", SessionQuery::spelled));
  }

  private static SessionFilter.Owner owner(Request request, Query query) {
    String self = request.principal().id();
    return new SessionFilter.Owner(
        query.any("user_ids", id -> id.equals(SELF) ? self : id),
        query.any("service_user_ids"),
        null);
  }

  private static SessionFilter.Search search(Query query) {
    String text = query.text("search");
    if (text == null) {
      return SessionFilter.Search.ANY;
    }
    if (text.codePointCount(0, text.length()) > LONGEST_SEARCH) {
      query.fail(
          "too_long",
          "Input should have at most %d characters".formatted(LONGEST_SEARCH),
          "search");
    }
    return SessionFilter.Search.of(text.strip());
  }

  private static SessionFilter.State state(Query query) {
    return new SessionFilter.State(
        query.words("statuses", STATUSES).stream()
            .map(status -> status.toUpperCase(Locale.ROOT))
            .toList(),
        query.words("status_details", DETAILS).stream()
            .map(detail -> detail.toUpperCase(Locale.ROOT))
            .toList(),
        query.optionalBool("attention"),
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
