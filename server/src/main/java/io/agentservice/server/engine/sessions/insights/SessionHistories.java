package io.agentservice.server.engine.sessions.insights;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.sessions.Sessions;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.SessionFilter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sessions with their course, for reports and older API versions (api-legacy.md 2, 4). */
public final class SessionHistories {
  private final Database database;
  private final Sessions sessions;
  private final Insights insights;

  SessionHistories(Database database, Sessions sessions, Insights insights) {
    this.database = database;
    this.sessions = sessions;
    this.insights = insights;
  }

  public Listing<SessionHistory> list(Scope scope, SessionFilter filter) {
    return sessions
        .list(scope, filter)
        .made(rows -> rows.made(this::withState), SessionHistory::session);
  }

  /** {@code prompt} is its first message, or null. */
  public record AskedInsight(Insights.Insight insight, @Nullable String prompt) {}

  /** Of a list's sessions, in its order; a page ends by the bytes of the prompts, too. */
  public Listing<AskedInsight> insights(Listing<Session> all) {
    return insights.list(all).made(this::withPrompts, AskedInsight::insight);
  }

  private Rows<AskedInsight> withPrompts(Rows<Insights.Insight> page) {
    return database.with(
        SessionHistorySql.class,
        sql ->
            page.fitting(sql.sizesOfPrompts(ids(page.items())))
                .made(found -> withPrompts(sql, found)));
  }

  private static List<AskedInsight> withPrompts(
      SessionHistorySql sql, List<Insights.Insight> found) {
    var prompts =
        sql.prompts(ids(found)).stream()
            .collect(
                Collectors.toMap(
                    SessionHistorySql.Prompt::sessionId, SessionHistorySql.Prompt::message));
    return found.stream()
        .map(insight -> new AskedInsight(insight, prompts.get(insight.session().sessionId())))
        .toList();
  }

  private static List<SessionId> ids(List<Insights.Insight> insights) {
    return insights.stream().map(insight -> insight.session().sessionId()).toList();
  }

  /** How many sessions each of these humans owns; those who own none are left out. */
  public Map<String, Long> owned(AccountId account, List<String> users) {
    return database.with(SessionHistorySql.class, sql -> sql.owned(account, users)).stream()
        .collect(
            Collectors.toMap(SessionHistorySql.Owned::userId, SessionHistorySql.Owned::sessions));
  }

  /** The session; 404 when it is not of the organization. */
  public SessionHistory get(AccountId account, OrgId org, SessionId id) {
    return withState(List.of(sessions.get(account, org, id))).getFirst();
  }

  private List<SessionHistory> withState(List<Session> found) {
    var ids = found.stream().map(Session::sessionId).toList();
    var states =
        database.with(SessionHistorySql.class, sql -> sql.states(ids)).stream()
            .collect(Collectors.toMap(SessionHistory.State::sessionId, state -> state));
    return found.stream()
        .map(session ->
            new SessionHistory(
                session, Objects.requireNonNull(states.get(session.sessionId()), "it was read")))
        .toList();
  }
}
