package io.agentservice.server.engine.reviews;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.SessionId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface ReviewSql {
  /** One caller at a time, to the end of his transaction. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtextextended('review ' || :pullRequest, 0)) IS NOT NULL")
  boolean lock(String pullRequest);

  /** Null {@code host} and {@code commit}: any. */
  @SqlQuery(
      """
      SELECT r.host, r.repo_path, r.pr_number, r.commit_sha, r.session_id, r.created_at,
             CASE WHEN s.status IN ('NEW', 'CLAIMED', 'RESUMING') THEN 'pending'
                  WHEN s.status = 'ERROR' THEN 'errored'
                  WHEN s.status_detail = 'FINISHED' THEN 'completed'
                  WHEN s.status = 'RUNNING' THEN 'running'
                  WHEN s.status = 'EXIT' THEN 'cancelled'
                  WHEN s.prior_detail = 'FINISHED' THEN 'completed'
                  WHEN s.status_detail = 'USER_REQUEST' THEN 'cancelled'
                  ELSE 'errored' END AS status
        FROM review r JOIN session s USING (session_id)
       WHERE r.account_id = :accountId AND r.org_id = :orgId
         AND md5(r.repo_path) = md5(:path) AND r.repo_path = :path AND r.pr_number = :number
         AND (:host::text IS NULL OR r.host = :host)
         AND (:commit::text IS NULL OR r.commit_sha = :commit)
       ORDER BY r.created_at DESC, r.session_id DESC
       LIMIT 1
      """)
  Optional<Review> newest(
      @BindMethods Scope scope,
      @Nullable String host,
      String path,
      long number,
      @Nullable String commit);

  @SqlUpdate(
      """
      INSERT INTO review (session_id, account_id, org_id, host, repo_path, pr_number, commit_sha)
      VALUES (:sessionId, :accountId, :orgId, :host, :path, :number, :commit)
      """)
  void insert(
      @BindMethods Scope scope,
      SessionId sessionId,
      String host,
      String path,
      long number,
      String commit);
}
