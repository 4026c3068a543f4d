package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Listing;
import io.agentservice.server.base.http.Rows;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sessions as earlier versions of the API ask for them and see them (api-legacy.md 2, 4). */
public final class OlderSessions {
  private final Database database;
  private final Sessions sessions;
  private final SessionSecrets secrets;
  private final Insights insights;

  OlderSessions(Database database, Sessions sessions, SessionSecrets secrets, Insights insights) {
    this.database = database;
    this.sessions = sessions;
    this.secrets = secrets;
    this.insights = insights;
  }

  /** Matching sessions of the scope, newest first. */
  public Listing<OlderSession> list(Scope scope, SessionFilter filter) {
    return sessions
        .list(scope, filter)
        .made(rows -> rows.made(this::withState), OlderSession::session);
  }

  /** Matching sessions, oldest first. */
  public Listing<Session> oldestFirst(Scope scope, SessionFilter filter) {
    return new Listing<>(
        window ->
            database.with(
                OlderSql.class,
                sql -> {
                  int size = Rows.fitting(sql.sizesOfOldest(scope, filter, window), window.size());
                  return Rows.of(sql.oldest(scope, filter, window.ofSize(size)), size);
                }),
        sessions.list(scope, filter).count(),
        session -> new Listing.Place(session.createdAt(), session.sessionId().value()));
  }

  /**
   * What is known of a session's course; {@code prompt}: what it was asked first, null: nothing.
   */
  public record OlderInsight(Insights.Insight insight, @Nullable String prompt) {}

  /** Of a list's sessions, in its order; a page ends by the bytes of the prompts, too. */
  public Listing<OlderInsight> insights(Listing<Session> all) {
    return insights.list(all).made(this::withPrompts, OlderInsight::insight);
  }

  private Rows<OlderInsight> withPrompts(Rows<Insights.Insight> page) {
    return database.with(
        OlderSql.class,
        sql ->
            page.fitting(sql.sizesOfPrompts(ids(page.items())))
                .made(found -> withPrompts(sql, found)));
  }

  private static List<OlderInsight> withPrompts(OlderSql sql, List<Insights.Insight> found) {
    var prompts =
        sql.prompts(ids(found)).stream()
            .collect(Collectors.toMap(OlderSql.Prompt::sessionId, OlderSql.Prompt::message));
    return found.stream()
        .map(insight -> new OlderInsight(insight, prompts.get(insight.session().sessionId())))
        .toList();
  }

  private static List<SessionId> ids(List<Insights.Insight> insights) {
    return insights.stream().map(insight -> insight.session().sessionId()).toList();
  }

  /** How many sessions each of these humans owns; those who own none are left out. */
  public Map<String, Long> owned(AccountId account, List<String> users) {
    return database.with(OlderSql.class, sql -> sql.owned(account, users)).stream()
        .collect(Collectors.toMap(OlderSql.Owned::userId, OlderSql.Owned::sessions));
  }

  /** The session; 404 when it is not of the organization. */
  public OlderSession get(AccountId account, OrgId org, SessionId id) {
    return withState(List.of(sessions.get(account, org, id))).getFirst();
  }

  private List<OlderSession> withState(List<Session> found) {
    var ids = found.stream().map(Session::sessionId).toList();
    var states =
        database.with(OlderSql.class, sql -> sql.states(ids)).stream()
            .collect(Collectors.toMap(OlderSession.State::sessionId, state -> state));
    return found.stream()
        .map(session ->
            new OlderSession(
                session, Objects.requireNonNull(states.get(session.sessionId()), "it was read")))
        .toList();
  }

  /** What an idempotent creation answers; {@code fresh}: whether it was made for it. */
  public record Created(Session session, boolean fresh) {}

  /**
   * Creates a session unless the caller asks for it idempotently and has one with the same prompt
   * there that is not a day old and has not ended.
   */
  public Created create(OrgId org, NewSession wanted, Caller caller) {
    if (!wanted.older().idempotent()) {
      return new Created(sessions.create(org, wanted, caller), true);
    }
    var scope = new Scope(caller.principal().accountId(), org);
    String author = caller.principal().author();
    String prompt =
        secrets
            .redactor(secrets.with(wanted.secrets(), org, wanted.secretIds()))
            .mask(wanted.prompt());
    return database.inTransaction(tx -> {
      var sql = tx.on(OlderSql.class);
      sql.lockPrompts(author);
      return sql.samePrompt(scope, author, prompt)
          .map(id -> new Created(sessions.get(scope.accountId(), id), false))
          .orElseGet(() -> new Created(sessions.create(org, wanted, caller), true));
    });
  }
}
