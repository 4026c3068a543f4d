package io.agentservice.server.engine.stalls;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.queue.Entry.Phase;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

/** Finds silences. Every session has an event, and its newest is read by its key. */
interface StallSql {
  /** Of these sessions, those whose agent works, but not in the log. */
  @SqlQuery(
      """
      SELECT s.session_id, s.epoch, s.last_seq AS seq, e.created_at AS since, clock_timestamp() AS seen_at
        FROM session s JOIN event e ON e.session_id = s.session_id AND e.seq = s.last_seq
       WHERE s.session_id = ANY (:sessions) AND s.status = 'RUNNING' AND s.status_detail = 'WORKING'
         AND e.type <> 'stall' AND e.created_at <= clock_timestamp() - make_interval(secs => :seconds)
      """)
  List<Silence> working(Collection<SessionId> sessions, int seconds);

  /**
   * The longest silences of those that are to run and have no connected machine. A claim, which no
   * event tells of, begins a silence anew where the one before was told; a fork's newest event may
   * be older than itself.
   */
  @SqlQuery(
      """
      SELECT *
        FROM (SELECT s.session_id, s.account_id, s.epoch, s.last_seq AS seq, s.status, clock_timestamp() AS seen_at,
                     greatest(e.created_at, CASE WHEN e.type = 'stall' THEN q.updated_at END,
                              CASE WHEN s.forked_from_seq IS NOT NULL THEN s.created_at END) AS since,
                     q.phase, q.claim_deadline, q.outpost_id, o.name AS outpost_name
                FROM (SELECT session_id FROM queue_entry
                       WHERE removed_at IS NULL AND session_status IN ('PENDING', 'RUNNING')
                      UNION
                      SELECT session_id FROM session
                       WHERE outpost_id IS NULL AND status IN ('NEW', 'RESUMING')) living
                JOIN session s ON s.session_id = living.session_id
                JOIN event e ON e.session_id = s.session_id AND e.seq = s.last_seq
                LEFT JOIN queue_entry q ON q.session_id = s.session_id AND q.removed_at IS NULL
                LEFT JOIN outpost o ON o.account_id = q.account_id AND o.outpost_id = q.outpost_id
               WHERE (s.status IN ('NEW', 'CLAIMED', 'RESUMING')
                      OR s.status = 'RUNNING' AND s.status_detail = 'WORKING' AND s.machine_since IS NULL)
                 AND (e.type <> 'stall' OR e.epoch < s.epoch)) quiet
       WHERE since <= seen_at - make_interval(secs => :seconds)
       ORDER BY since
       LIMIT 200
      """)
  List<Unserved> unserved(int seconds);

  /** Whether nothing has been written since; with the session locked. */
  @SqlQuery("SELECT EXISTS (SELECT FROM session WHERE session_id = :sessionId AND last_seq = :seq)")
  boolean isNewest(SessionId sessionId, long seq);

  /** Nulls where it stands in no queue. */
  record Unserved(
      Silence silence,
      AccountId accountId,
      Status status,
      @Nullable Phase phase,
      @Nullable Instant claimDeadline,
      @Nullable OutpostId outpostId,
      @Nullable String outpostName) {}
}
