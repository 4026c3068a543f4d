package io.agentservice.server.queue;

import io.agentservice.server.ids.OutpostId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.queue.Entry.SessionState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

@RegisterConstructorMapper(EntrySql.Row.class)
interface EntrySql {
  String COLUMNS =
      """
      session_id, outpost_id, kind, platform, remote_binary_sha, network_policy::text AS network_policy, phase,
      acceptor_id, claim_deadline, session_status, position, created_at, updated_at,
      removed_at IS NOT NULL AS removed,
      phase = 'CLAIMED' AND removed_at IS NULL AND claim_deadline <= clock_timestamp() AS lapsed
      """;

  /** The next position. Its row stays locked to the end of the transaction: call it last. */
  @SqlQuery(
      "UPDATE feed SET position = position + 1 WHERE account_id = :accountId RETURNING position")
  long nextPosition(String accountId);

  @SqlQuery("SELECT position FROM feed WHERE account_id = :accountId")
  long position(String accountId);

  @SqlQuery("SELECT discarded FROM feed WHERE account_id = :accountId")
  long discarded(String accountId);

  @SqlUpdate(
      """
      INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, remote_binary_sha, network_policy,
                               phase, session_status, position, created_at, updated_at)
      VALUES (:sessionId, :accountId, :outpostId, :kind, :platform, :remoteBinarySha, :networkPolicy::jsonb,
              'PENDING', 'PENDING', :position, now(), now())
      ON CONFLICT (session_id) DO UPDATE
         SET outpost_id = excluded.outpost_id, kind = excluded.kind, platform = excluded.platform,
             remote_binary_sha = excluded.remote_binary_sha, network_policy = excluded.network_policy,
             phase = 'PENDING', acceptor_id = NULL, claim_deadline = NULL, session_status = 'PENDING',
             position = excluded.position, created_at = now(), updated_at = now(), removed_at = NULL
      """)
  void enqueue(@BindMethods NewEntry entry, long position);

  @SqlUpdate(
      """
      UPDATE queue_entry
         SET phase = 'CLAIMED', acceptor_id = :acceptorId, position = :position, updated_at = now(),
             claim_deadline = greatest(claim_deadline, clock_timestamp() + make_interval(secs => :ttlSeconds))
       WHERE session_id = :sessionId
      """)
  void claim(SessionId sessionId, String acceptorId, int ttlSeconds, long position);

  /** The deadline, from now; further away or nearer than it was. */
  @SqlUpdate(
      """
      UPDATE queue_entry
         SET claim_deadline = clock_timestamp() + make_interval(secs => :seconds), position = :position, updated_at = now()
       WHERE session_id = :sessionId AND phase = 'CLAIMED' AND removed_at IS NULL
      """)
  void moveDeadline(SessionId sessionId, int seconds, long position);

  @SqlUpdate(
      """
      UPDATE queue_entry SET session_status = :state, position = :position, updated_at = now()
       WHERE session_id = :sessionId
      """)
  void state(SessionId sessionId, SessionState state, long position);

  @SqlUpdate(
      """
      UPDATE queue_entry
         SET phase = 'PENDING', acceptor_id = NULL, claim_deadline = NULL, kind = :kind, session_status = 'PENDING',
             position = :position, updated_at = now()
       WHERE session_id = :sessionId
      """)
  void unclaim(SessionId sessionId, Kind kind, long position);

  /** Makes it a tombstone. */
  @SqlUpdate(
      """
      UPDATE queue_entry
         SET phase = 'PENDING', acceptor_id = NULL, claim_deadline = NULL, session_status = :state,
             position = :position, updated_at = now(), removed_at = now()
       WHERE session_id = :sessionId
      """)
  void remove(SessionId sessionId, SessionState state, long position);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM queue_entry WHERE session_id = :sessionId AND removed_at IS NULL")
  Optional<Row> find(SessionId sessionId);

  @SqlQuery("SELECT " + COLUMNS + " FROM queue_entry WHERE session_id = :sessionId")
  Optional<Row> last(SessionId sessionId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM queue_entry
           WHERE account_id = :accountId AND removed_at IS NULL AND position >= :from
             AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
             AND (:phase::text IS NULL OR phase = :phase)
             AND (:acceptorId::text IS NULL OR acceptor_id = :acceptorId)
           ORDER BY position
           LIMIT :limit
          """)
  List<Row> list(@BindMethods EntryFilter filter, long from, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM queue_entry
       WHERE account_id = :accountId AND removed_at IS NULL AND position >= :from
         AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
         AND (:phase::text IS NULL OR phase = :phase)
         AND (:acceptorId::text IS NULL OR acceptor_id = :acceptorId)
      """)
  long count(@BindMethods EntryFilter filter, long from);

  /** Changes from a position on, tombstones included, in feed order. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM queue_entry
           WHERE account_id = :accountId AND position >= :from
             AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
           ORDER BY position
           LIMIT :limit
          """)
  List<Row> changes(String accountId, @Nullable String outpostId, long from, int limit);

  /** Claims whose deadline has passed; the sessions package applies the lapse. */
  @SqlQuery(
      """
      SELECT session_id FROM queue_entry
       WHERE phase = 'CLAIMED' AND removed_at IS NULL AND claim_deadline <= clock_timestamp()
       ORDER BY claim_deadline
       LIMIT 200
      """)
  List<SessionId> lapsed();

  @SqlQuery(
      """
      WITH dropped AS (
        DELETE FROM queue_entry
         WHERE removed_at IS NOT NULL AND removed_at < now() - make_interval(days => :days)
        RETURNING account_id, position
      ), kept AS (
        UPDATE feed f SET discarded = greatest(f.discarded, d.highest)
          FROM (SELECT account_id, max(position) AS highest FROM dropped GROUP BY account_id) d
         WHERE f.account_id = d.account_id
      )
      SELECT count(*) FROM dropped
      """)
  long dropTombstones(int days);

  /** A fresh entry. */
  record NewEntry(
      SessionId sessionId,
      String accountId,
      OutpostId outpostId,
      Kind kind,
      String platform,
      @Nullable String remoteBinarySha,
      String networkPolicy) {}

  record Row(
      String sessionId,
      String outpostId,
      Kind kind,
      String platform,
      @Nullable String remoteBinarySha,
      String networkPolicy,
      Phase phase,
      @Nullable String acceptorId,
      @Nullable Instant claimDeadline,
      SessionState sessionStatus,
      long position,
      Instant createdAt,
      Instant updatedAt,
      boolean removed,
      boolean lapsed) {
    Entry toEntry() {
      return new Entry(
          new SessionId(sessionId),
          new OutpostId(outpostId),
          kind,
          platform,
          remoteBinarySha,
          networkPolicy,
          phase,
          acceptorId,
          claimDeadline,
          sessionStatus,
          position,
          createdAt,
          updatedAt,
          removed,
          lapsed);
    }
  }
}
