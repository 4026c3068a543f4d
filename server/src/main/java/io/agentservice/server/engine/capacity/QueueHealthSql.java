package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.ids.AccountId;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface QueueHealthSql {
  /** Counts pending entries and missing places: no index needs all sessions' status. */
  @SqlQuery(
      """
      SELECT count(*) AS sessions,
             coalesce(max(floor(extract(epoch FROM now() - since))), 0)::integer AS oldest_wait_seconds
        FROM (SELECT CASE WHEN s.status = 'RESUMING'
                          THEN coalesce((SELECT e.created_at FROM event e
                                          WHERE e.session_id = s.session_id AND e.type = 'status'
                                          ORDER BY e.seq DESC LIMIT 1), s.created_at)
                          ELSE s.created_at END AS since
                FROM (SELECT session_id FROM queue_entry
                       WHERE account_id = :accountId AND removed_at IS NULL AND session_status = 'PENDING'
                      UNION
                      SELECT session_id FROM session
                       WHERE account_id = :accountId AND outpost_id IS NULL AND status IN ('NEW', 'RESUMING')) queued
                JOIN session s ON s.session_id = queued.session_id) waiting
      """)
  Waiting waiting(AccountId accountId);
}
