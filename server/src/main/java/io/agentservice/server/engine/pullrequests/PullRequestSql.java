package io.agentservice.server.engine.pullrequests;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.SessionId;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
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
