package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface PullRequestSql {
  /** Answers how many are new: one or none. */
  @SqlUpdate(
      """
      INSERT INTO pull_request (session_id, account_id, org_id, pr_url, taken_over)
      SELECT s.session_id, s.account_id, s.org_id, :url, :takenOver FROM session s
       WHERE s.session_id = :sessionId
      ON CONFLICT DO NOTHING
      """)
  int insert(SessionId sessionId, String url, boolean takenOver);

  /** The session's row is held to the end of the transaction. */
  @SqlQuery(
      """
      SELECT true FROM session
       WHERE account_id = :accountId AND org_id = :orgId AND session_id = :sessionId
         FOR NO KEY UPDATE
      """)
  Optional<Boolean> lock(@BindMethods Scope scope, SessionId sessionId);

  /** Takes one, due again after this many seconds. */
  @SqlQuery(
      """
      UPDATE pull_request p SET ask_at = now() + make_interval(secs => :seconds)
        FROM (SELECT d.session_id, d.pr_url FROM pull_request d
               WHERE d.state IN ('open', 'draft')
                 AND d.ask_at <= now()
               ORDER BY d.ask_at
               LIMIT 1
                 FOR UPDATE SKIP LOCKED) AS due
       WHERE p.session_id = due.session_id AND p.pr_url = due.pr_url
      RETURNING p.session_id, p.account_id, p.org_id, p.pr_url
      """)
  Optional<Due> take(int seconds);

  /** It is due again only after so many seconds. */
  @SqlUpdate(
      """
      UPDATE pull_request SET ask_at = now() + make_interval(secs => :seconds)
       WHERE account_id = :accountId AND org_id = :orgId AND session_id = :sessionId AND pr_url = :url
      """)
  void later(@BindMethods Scope scope, SessionId sessionId, String url, int seconds);

  @SqlUpdate("DELETE FROM pull_request WHERE session_id = ANY (:sessions)")
  void erase(List<SessionId> sessions);

  /** One that is to be asked for. */
  record Due(SessionId sessionId, AccountId accountId, OrgId orgId, String prUrl) {
    Scope scope() {
      return new Scope(accountId, orgId);
    }
  }

  /** Answers how many have changed: one or none. Its session's record changes with it. */
  @SqlUpdate(
      """
      WITH changed AS (
        UPDATE pull_request
           SET state = :state,
               merged_at = CASE WHEN :state = 'merged' THEN coalesce(merged_at, now()) ELSE merged_at END
         WHERE account_id = :accountId AND (:orgId::text IS NULL OR org_id = :orgId)
           AND session_id = :sessionId AND pr_url = :url AND state <> :state
        RETURNING session_id
      )
      UPDATE session s SET updated_at = greatest(s.updated_at, now()) FROM changed
       WHERE s.session_id = changed.session_id
      """)
  int state(@BindMethods Scope scope, SessionId sessionId, String url, String state);
}
