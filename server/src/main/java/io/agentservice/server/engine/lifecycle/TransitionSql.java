package io.agentservice.server.engine.lifecycle;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The changes of sessions' states; each is called with the rows locked. */
interface TransitionSql {
  /**
   * Writes JSON arrays of {@link Change}s and {@link Logged} events. Keys beside the rows keep
   * every plan by key. Books machine time, unless the clock is cut.
   */
  @SqlUpdate(
      """
      WITH change AS (
        SELECT * FROM json_to_recordset(:changes::json)
          AS c(id text, to_status text, to_detail text, to_prior text, to_epoch bigint, to_connection bigint,
               to_failures integer, connected boolean, machine_clock text, idle_clock text, archived boolean,
               placed json, verdict json, events integer)
      ), changed AS (
        UPDATE session s
           SET status = c.to_status, status_detail = c.to_detail, prior_detail = c.to_prior, epoch = c.to_epoch,
               connection = c.to_connection, failures = c.to_failures, has_connected = s.has_connected OR c.connected,
               last_seq = s.last_seq + c.events, updated_at = greatest(s.updated_at, now()),
               machine_seconds = s.machine_seconds + CASE c.machine_clock
                 WHEN 'CUT' THEN 0 ELSE coalesce(greatest(extract(epoch FROM now() - s.machine_since), 0), 0) END,
               machine_since = CASE
                 WHEN c.machine_clock IN ('STOP', 'CUT') THEN NULL
                 WHEN c.machine_clock = 'START' OR s.machine_since IS NOT NULL THEN greatest(s.machine_since, now()) END,
               reserved_dollars = CASE c.machine_clock WHEN 'START' THEN 0 ELSE s.reserved_dollars END,
               idle_since = CASE c.idle_clock
                 WHEN 'STOP' THEN NULL WHEN 'START' THEN coalesce(s.idle_since, now()) ELSE s.idle_since END,
               is_archived = c.archived,
               wait_for = CASE WHEN c.to_status = 'SUSPENDED' AND NOT c.archived THEN s.wait_for END,
               wait_until = CASE WHEN c.to_status = 'SUSPENDED' AND NOT c.archived THEN s.wait_until END,
               wake_at = CASE WHEN c.to_status = 'SUSPENDED' AND NOT c.archived THEN s.wake_at END,
               wait_sessions = CASE WHEN c.to_status = 'SUSPENDED' AND NOT c.archived THEN s.wait_sessions ELSE '{}' END,
               resumed_at = CASE WHEN s.status = 'RESUMING' AND c.to_status = 'RUNNING' THEN now() ELSE s.resumed_at END,
               ended_at = CASE WHEN c.to_status IN ('EXIT', 'ERROR') THEN coalesce(s.ended_at, now()) END,
               outpost_id = CASE WHEN c.placed IS NULL THEN s.outpost_id ELSE c.placed->>'outpost_id' END,
               error_code = CASE WHEN c.verdict IS NULL THEN s.error_code ELSE c.verdict->>'code' END,
               error_message = CASE WHEN c.verdict IS NULL THEN s.error_message ELSE c.verdict->>'message' END
          FROM change c
         WHERE s.session_id = c.id AND s.session_id = ANY (:sessions)
        RETURNING s.session_id, s.last_seq - c.events AS before
      )
      INSERT INTO event (session_id, seq, epoch, type, data)
      SELECT session_id, before + nth, epoch, type, data::jsonb
        FROM json_to_recordset(:events::json) AS e(session_id text, nth integer, epoch bigint, type text, data json)
        JOIN changed USING (session_id)
      """)
  void write(List<SessionId> sessions, String changes, String events);

  /** Books machine time up to now; {@code greatest} for an older transaction. */
  String MACHINE_TIME =
      """
      machine_seconds = machine_seconds + coalesce(greatest(extract(epoch FROM now() - machine_since), 0), 0),
      machine_since = CASE WHEN machine_since IS NOT NULL THEN greatest(machine_since, now()) END,
      updated_at = greatest(updated_at, now())
      """;

  /** Books a model call, which ends what is reserved, and the machine's time. */
  @SqlUpdate(
      "UPDATE session SET model_dollars = model_dollars + :dollars, reserved_dollars = 0, "
          + MACHINE_TIME
          + " WHERE session_id = :sessionId")
  void book(SessionId sessionId, BigDecimal dollars);

  /** Books the machine's time if that was not done for so long; answers how many were booked. */
  @SqlUpdate(
      "UPDATE session SET "
          + MACHINE_TIME
          + " WHERE session_id = :sessionId AND machine_since <= now() - make_interval(secs => :seconds)")
  int bookMachine(SessionId sessionId, int seconds);

  @SqlQuery("SELECT clock_timestamp()")
  Instant now();

  /** Adds to the reservation; answers a limit that would be passed. */
  @SqlQuery(
      """
      WITH reserved AS (
        UPDATE session SET reserved_dollars = reserved_dollars + :dollars WHERE session_id = :sessionId
        RETURNING org_id, max_acu_limit,
                  acus(machine_seconds, model_dollars + reserved_dollars, seconds_per_acu, dollars_per_acu) AS needed
      ), limited AS (
        SELECT least(r.max_acu_limit, o.max_session_acu_limit) AS acu_limit, r.needed
          FROM reserved r JOIN organization o USING (org_id)
      )
      SELECT acu_limit FROM limited WHERE needed > acu_limit
      """)
  Optional<Integer> reserve(SessionId sessionId, BigDecimal dollars);

  @SqlUpdate("UPDATE session SET reserved_dollars = 0 WHERE session_id = :sessionId")
  void unreserve(SessionId sessionId);

  /** Whether it has used up its limit and no model call is in flight. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM session s JOIN organization o USING (org_id)
                      WHERE s.session_id = :sessionId AND s.reserved_dollars = 0
                        AND s.acus_consumed >= least(s.max_acu_limit, o.max_session_acu_limit))
      """)
  boolean isUsedUp(SessionId sessionId);

  /** Whether a model call is in flight. */
  @SqlQuery(
      "SELECT EXISTS (SELECT FROM session WHERE session_id = :sessionId AND reserved_dollars > 0)")
  boolean isCalling(SessionId sessionId);

  @SqlUpdate("UPDATE session SET structured_output = :output::jsonb WHERE session_id = :sessionId")
  void structuredOutput(SessionId sessionId, String output);

  @SqlUpdate("DELETE FROM session_secret WHERE session_id = :sessionId")
  void eraseSecrets(SessionId sessionId);

  /** Sessions whose idle clock has run out, the longest ago first. */
  @SqlQuery(
      """
      SELECT session_id FROM session
       WHERE idle_since IS NOT NULL AND idle_since <= now() - make_interval(secs => :idleSeconds)
         AND status IN ('RUNNING', 'RESUMING') AND session_id <> ALL (:except)
       ORDER BY idle_since
       LIMIT 200
      """)
  List<SessionId> idle(int idleSeconds, List<SessionId> except);

  @SqlUpdate(
      "UPDATE session SET idle_since = now() WHERE session_id = :sessionId AND idle_since IS NOT NULL")
  void inUse(SessionId sessionId);

  /** What its agent waits for; before it is put to sleep for that. */
  @SqlUpdate(
      """
      UPDATE session SET wait_for = :what, wait_until = :until, wake_at = :until, wait_sessions = :others
       WHERE session_id = :sessionId
      """)
  void waits(SessionId sessionId, String what, Instant until, List<SessionId> others);

  /** Whether one of those that it waits for does not work any more. */
  String OTHERS_REST =
      """
      s.wait_for = 'child' AND EXISTS (SELECT FROM session o
        WHERE o.session_id = ANY (s.wait_sessions) AND NOT session_works(o.status, o.status_detail, o.prior_detail, o.wait_for))
      """;

  /** Sessions that sleep until a time that has come, or for others that rest; the longest first. */
  @SqlQuery(
      "SELECT session_id FROM (SELECT s.session_id, s.wake_at FROM session s WHERE s.wake_at <= now() UNION "
          + "SELECT s.session_id, s.wake_at FROM session s WHERE "
          + OTHERS_REST
          + ") due WHERE session_id <> ALL (:except) ORDER BY wake_at LIMIT 200")
  List<SessionId> dueToWake(List<SessionId> except);

  /** Whether it is so still; with the session locked. */
  @SqlQuery(
      "SELECT EXISTS (SELECT FROM session s WHERE s.session_id = :sessionId AND (s.wake_at <= now() OR "
          + OTHERS_REST
          + "))")
  boolean isDueToWake(SessionId sessionId);

  /** A limit is in the way: it is tried again later. */
  @SqlUpdate(
      """
      UPDATE session SET wake_at = now() + make_interval(secs => :seconds), wait_sessions = '{}'
       WHERE session_id = :sessionId
      """)
  void wakeLater(SessionId sessionId, int seconds);

  /** Tells those that exit at the end of their idle time from those that were ended. */
  @SqlUpdate("UPDATE session SET ended_by_itself = true WHERE session_id = :sessionId")
  void endsByItself(SessionId sessionId);

  /** Whether it is so still; with the session locked. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM session
                      WHERE session_id = :sessionId AND idle_since <= now() - make_interval(secs => :idleSeconds))
      """)
  boolean isIdle(SessionId sessionId, int idleSeconds);

  /** Whether one that asks may give up its machine to others; with the session locked. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM session s
                      WHERE s.session_id = :sessionId
                        AND (s.idle_since <= now() - make_interval(secs => :askingSeconds)
                             OR EXISTS (SELECT FROM child_session k WHERE k.session_id = s.session_id)))
      """)
  boolean makesRoom(SessionId sessionId, int askingSeconds);

  /**
   * Sessions that can give up their machine and be woken, done ones first, then the longest idle:
   * as many as others have waited for a second there, less those leaving. Of those that ask, who
   * was started by an agent does so at once: the one that waits may be who is to answer.
   */
  @SqlQuery(
      """
      SELECT session_id
        FROM (SELECT s.session_id, s.idle_since, q.outpost_id,
                     row_number() OVER (PARTITION BY q.outpost_id
                                        ORDER BY s.status_detail <> 'FINISHED', s.idle_since, s.session_id) AS nth
                FROM session s JOIN queue_entry q USING (session_id)
               WHERE s.idle_since IS NOT NULL AND s.status = 'RUNNING' AND s.resumable
                 AND s.session_id <> ALL (:except)
                 AND (s.status_detail = 'FINISHED'
                      OR s.status_detail IN ('WAITING_FOR_USER', 'WAITING_FOR_APPROVAL')
                         AND (s.idle_since <= now() - make_interval(secs => :askingSeconds)
                              OR EXISTS (SELECT FROM child_session k WHERE k.session_id = s.session_id)))
                 AND q.phase = 'CLAIMED' AND q.removed_at IS NULL) done
       WHERE nth <= (SELECT count(*)
                       FROM (SELECT FROM queue_entry w
                              WHERE w.outpost_id = done.outpost_id AND w.phase = 'PENDING' AND w.removed_at IS NULL
                                AND w.updated_at <= now() - interval '1 second'
                              LIMIT 200) waiting)
                  - (SELECT count(*) FROM queue_entry l
                      WHERE l.outpost_id = done.outpost_id AND l.phase = 'CLAIMED' AND l.removed_at IS NULL
                        AND l.session_status IN ('SUSPENDED', 'TERMINATED'))
       ORDER BY idle_since
       LIMIT 200
      """)
  List<SessionId> restingWhereOthersWait(int askingSeconds, List<SessionId> except);

  /** A hundred that live in organizations that were deleted. */
  @SqlQuery(
      """
      SELECT s.session_id
        FROM organization o JOIN session s USING (org_id)
       WHERE o.deleted_at IS NOT NULL AND NOT o.sessions_ended AND s.status NOT IN ('EXIT', 'ERROR')
         AND s.session_id <> ALL (:except)
       LIMIT 100
      """)
  List<SessionId> orphans(List<SessionId> except);

  /** Skips organizations without living sessions, when no request can be under way. */
  @SqlUpdate(
      """
      UPDATE organization o SET sessions_ended = true
       WHERE o.deleted_at < now() - interval '1 hour' AND NOT o.sessions_ended
         AND NOT EXISTS (SELECT FROM session s WHERE s.org_id = o.org_id AND s.status NOT IN ('EXIT', 'ERROR'))
      """)
  int markEmptied();

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM queue_entry
                      WHERE session_id = :sessionId AND phase = 'CLAIMED'
                        AND claim_deadline < clock_timestamp() + make_interval(secs => :claimSeconds / 2.0))
      """)
  boolean isHalfOver(SessionId sessionId, int claimSeconds);

  /** The session's account if that epoch is the session's, and a worker holds it. */
  @SqlQuery(
      """
      SELECT s.account_id FROM session s JOIN queue_entry q USING (session_id)
       WHERE s.session_id = :sessionId AND s.epoch = :epoch AND s.status IN ('CLAIMED', 'RUNNING', 'RESUMING')
         AND q.phase = 'CLAIMED' AND q.removed_at IS NULL
      """)
  Optional<AccountId> accountIfServed(SessionId sessionId, long epoch);

  /** Connections whose epoch or number is over; the lists go together. */
  @SqlQuery(
      """
      SELECT s.session_id, held.epoch, held.connection, s.epoch = held.epoch AS same_epoch, s.status
        FROM unnest(:sessions::text[], :epochs::bigint[], :connections::bigint[]) AS held(id, epoch, connection)
        JOIN session s ON s.session_id = held.id
       WHERE s.session_id = ANY (:sessions) AND (s.epoch <> held.epoch OR s.connection <> held.connection)
      """)
  List<Fallen> fallen(List<SessionId> sessions, List<Long> epochs, List<Long> connections);

  /** A connection that counts no longer, and how its session stands. */
  record Fallen(
      SessionId sessionId, long epoch, long connection, boolean sameEpoch, Status status) {}

  /** What sessions that wait for a place ask for, each kind once. */
  @SqlQuery(
      """
      SELECT DISTINCT account_id, org_id, platform, parent_session_id FROM session
       WHERE outpost_id IS NULL AND status IN ('NEW', 'RESUMING')
       ORDER BY account_id, org_id, platform, parent_session_id
       LIMIT 10000
      """)
  List<Wish> wishes();

  /** Up to 100 behind one. */
  @SqlQuery(
      """
      SELECT session_id FROM queue_entry
       WHERE outpost_id = :outpostId AND removed_at IS NULL AND session_id > :after
       ORDER BY session_id
       LIMIT 100
      """)
  List<SessionId> queuedAt(OutpostId outpostId, String after);

  /** Outposts that are gone and still have entries. */
  @SqlQuery(
      """
      SELECT outpost_id FROM outpost o
       WHERE deleted_at IS NOT NULL
         AND EXISTS (SELECT FROM queue_entry q WHERE q.outpost_id = o.outpost_id AND q.removed_at IS NULL)
      """)
  List<OutpostId> left();

  /** What a session that has no place asks for. */
  record Wish(
      AccountId accountId,
      OrgId orgId,
      @Nullable String platform,
      @Nullable SessionId parentSessionId) {}

  /** What a clock does. */
  enum Clock {
    START,
    STOP,
    /** Stops where it was booked last: nobody saw when the machine went. */
    CUT,
    GO_ON
  }

  /** Null: as it was; {@code events} is their number in the log. */
  @JsonInclude(JsonInclude.Include.NON_NULL) // the statement reads a field that isn't there as null
  record Change(
      SessionId id,
      @JsonUnwrapped Standing to,
      long toEpoch,
      long toConnection,
      int toFailures,
      boolean connected,
      Clock machineClock,
      Clock idleClock,
      boolean archived,
      @Nullable Placed placed,
      @Nullable Verdict verdict,
      int events) {}

  /** Where it stands from now on. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Standing(Status toStatus, @Nullable Detail toDetail, @Nullable Detail toPrior) {}

  /** Its outpost from now on; null: none. */
  record Placed(@Nullable OutpostId outpostId) {}

  /** What went wrong; nulls when all is well again. */
  record Verdict(@Nullable String code, @Nullable String message) {}

  /** An event, the {@code nth} of those that the session gets. */
  record Logged(
      SessionId sessionId,
      int nth,
      long epoch,
      String type,
      Map<String, ? extends @Nullable Object> data) {}
}
