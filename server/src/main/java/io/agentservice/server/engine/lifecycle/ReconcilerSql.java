package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** Finds what can't be; whether it is so is looked at again under the session's lock. */
interface ReconcilerSql {
  /** True for one node at a time, to the end of the transaction. */
  @SqlQuery("SELECT pg_try_advisory_xact_lock(hashtext('reconciler'))")
  boolean isMyTurn();

  /** Living entries that don't agree with their session, or whose claim could never lapse. */
  @SqlQuery(
      """
      SELECT q.session_id
        FROM queue_entry q JOIN session s USING (session_id)
       WHERE q.removed_at IS NULL
         AND (q.session_status <> CASE s.status
                WHEN 'RUNNING' THEN 'RUNNING'
                WHEN 'SUSPENDED' THEN 'SUSPENDED'
                WHEN 'EXIT' THEN 'TERMINATED'
                WHEN 'ERROR' THEN 'TERMINATED'
                ELSE 'PENDING' END
           OR q.phase = 'PENDING' AND s.status NOT IN ('NEW', 'RESUMING')
           OR q.phase = 'CLAIMED' AND (s.status = 'NEW' OR q.claim_deadline IS NULL OR q.acceptor_id IS NULL))
       LIMIT 100
      """)
  List<SessionId> disagreeing();

  /** Sessions that are to be served and don't wait for a place, but stand in no queue. */
  @SqlQuery(
      """
      SELECT s.session_id
        FROM session s
       WHERE (s.status IN ('CLAIMED', 'RUNNING') OR s.status IN ('NEW', 'RESUMING') AND s.outpost_id IS NOT NULL)
         AND NOT EXISTS (SELECT FROM queue_entry q WHERE q.session_id = s.session_id AND q.removed_at IS NULL)
       LIMIT 100
      """)
  List<SessionId> forgotten();
}
