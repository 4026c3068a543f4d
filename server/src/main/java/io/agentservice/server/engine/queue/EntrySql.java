package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.queue.Entry.Kind;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.queue.Entry.SessionState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.sqlobject.config.RegisterRowMapper;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

@RegisterRowMapper(EntrySql.EntryMapping.class)
interface EntrySql {
  String COLUMNS =
      """
      q.session_id, q.outpost_id, q.kind, q.platform, q.remote_binary_sha, q.network_policy::text AS network_policy,
      q.phase, q.acceptor_id, q.claim_deadline, q.session_status, q.position, q.created_at, q.updated_at,
      q.removed_at IS NOT NULL AS removed,
      q.phase = 'CLAIMED' AND q.removed_at IS NULL AND q.claim_deadline <= clock_timestamp() AS lapsed
      """;

  /**
   * Takes positions and answers the last. Locks the counter to the transaction's end: call it last.
   */
  @SqlQuery(
      "UPDATE feed SET position = position + :count WHERE account_id = :accountId RETURNING position")
  long takePositions(AccountId accountId, int count);

  @SqlQuery("SELECT position FROM feed WHERE account_id = :accountId")
  long position(AccountId accountId);

  @SqlQuery("SELECT discarded FROM feed WHERE account_id = :accountId")
  long discarded(AccountId accountId);

  /** Puts in {@link FreshEntry}s, a JSON array of {@link FreshRow}s. */
  @SqlUpdate(
      """
      INSERT INTO queue_entry (session_id, account_id, outpost_id, kind, platform, remote_binary_sha, network_policy,
                               phase, session_status, position, created_at, updated_at)
      SELECT session_id, account_id, outpost_id, kind, platform, remote_binary_sha, network_policy::jsonb,
             'PENDING', 'PENDING', position, now(), now()
        FROM json_to_recordset(:entries::json) AS e(
               session_id text, account_id text, outpost_id text, kind text, platform text, remote_binary_sha text,
               network_policy text, position bigint)
      ON CONFLICT (session_id) DO UPDATE
         SET outpost_id = excluded.outpost_id, kind = excluded.kind, platform = excluded.platform,
             remote_binary_sha = excluded.remote_binary_sha, network_policy = excluded.network_policy,
             phase = 'PENDING', acceptor_id = NULL, claim_deadline = NULL, session_status = 'PENDING',
             position = excluded.position, created_at = now(), updated_at = now(), removed_at = NULL
      """)
  void enqueue(String entries);

  /**
   * Applies {@link EntryChange}s, a JSON array of {@link ChangeRow}s; keys beside the rows keep
   * every plan by key. Seconds of the claim time, and of the grace time.
   */
  @SqlQuery(
      """
      UPDATE queue_entry q
         SET phase = c.to_phase, acceptor_id = c.to_acceptor, kind = c.to_kind, session_status = c.to_state,
             claim_deadline = CASE WHEN c.to_phase = 'CLAIMED' THEN CASE c.to_deadline
               WHEN 'EXTENDED' THEN greatest(q.claim_deadline, clock_timestamp() + make_interval(secs => :ttlSeconds))
               WHEN 'GRACE' THEN clock_timestamp() + make_interval(secs => :graceSeconds)
               ELSE q.claim_deadline END END,
             position = c.to_position, updated_at = now(), removed_at = CASE WHEN c.to_removed THEN now() END
        FROM json_to_recordset(:changes::json) AS c(
               to_session text, to_phase text, to_acceptor text, to_kind text, to_state text, to_deadline text,
               to_position bigint, to_removed boolean)
       WHERE q.session_id = c.to_session AND q.session_id = ANY (:sessions)
      RETURNING
      """
          + COLUMNS)
  List<Entry> apply(List<SessionId> sessions, String changes, int ttlSeconds, int graceSeconds);

  /** Adds a host to what it may reach, unless its policy names it or there is no living entry. */
  @SqlUpdate(
      """
      UPDATE queue_entry
         SET network_policy = jsonb_set(network_policy, '{allow}',
               (network_policy->'allow') || jsonb_build_array(jsonb_build_object('hostname', :host::text))),
             position = :position, updated_at = now()
       WHERE account_id = :accountId AND session_id = :sessionId AND removed_at IS NULL
         AND NOT (network_policy->'allow') @> jsonb_build_array(jsonb_build_object('hostname', :host::text))
      """)
  void allow(AccountId accountId, SessionId sessionId, String host, long position);

  /** The entry or tombstone of a session of the account. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + " FROM queue_entry q WHERE q.account_id = :accountId AND q.session_id = :sessionId")
  Optional<Entry> findOf(AccountId accountId, SessionId sessionId);

  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM queue_entry q
           WHERE account_id = :accountId AND removed_at IS NULL AND position >= :from
             AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
             AND (:phase::text IS NULL OR phase = :phase)
             AND (:acceptorId::text IS NULL OR acceptor_id = :acceptorId)
           ORDER BY position
           LIMIT :limit
          """)
  List<Entry> list(@BindMethods EntryFilter filter, long from, int limit);

  @SqlQuery(
      """
      SELECT count(*) FROM queue_entry
       WHERE account_id = :accountId AND removed_at IS NULL AND position >= :from
         AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
         AND (:phase::text IS NULL OR phase = :phase)
         AND (:acceptorId::text IS NULL OR acceptor_id = :acceptorId)
      """)
  long count(@BindMethods EntryFilter filter, long from);

  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM queue_entry
                      WHERE account_id = :accountId AND position >= :from AND removed_at IS NOT NULL)
      """)
  boolean hasRemovals(AccountId accountId, long from);

  /** Changes from a position on, tombstones included, in feed order. */
  @SqlQuery(
      "SELECT "
          + COLUMNS
          + """
            FROM queue_entry q
           WHERE account_id = :accountId AND position >= :from
             AND (:outpostId::text IS NULL OR outpost_id = :outpostId)
           ORDER BY position
           LIMIT :limit
          """)
  List<Entry> changes(AccountId accountId, @Nullable OutpostId outpostId, long from, int limit);

  /** Claims whose deadline has passed; the claims package applies the lapse. */
  @SqlQuery(
      """
      SELECT session_id, claim_deadline FROM queue_entry
       WHERE phase = 'CLAIMED' AND removed_at IS NULL AND claim_deadline <= clock_timestamp()
         AND (claim_deadline, session_id) > (:afterDeadline, :afterSession)
       ORDER BY claim_deadline, session_id
       LIMIT :limit
      """)
  List<Lapsed> lapsed(Instant afterDeadline, String afterSession, int limit);

  /** Locks the counters of the accounts with tombstones older than that. */
  @SqlQuery(
      """
      SELECT account_id FROM feed
       WHERE account_id IN (SELECT account_id FROM queue_entry
                             WHERE removed_at IS NOT NULL AND removed_at < now() - make_interval(days => :days))
       ORDER BY account_id
         FOR UPDATE
      """)
  List<String> lockFeeds(int days);

  /** Leaves out what another transaction holds: it is being woken, or taken the next time. */
  @SqlQuery(
      """
      WITH old AS (
        SELECT session_id FROM queue_entry
         WHERE removed_at IS NOT NULL AND removed_at < now() - make_interval(days => :days)
         LIMIT 10000
           FOR UPDATE SKIP LOCKED
      ), dropped AS (
        DELETE FROM queue_entry WHERE session_id IN (SELECT session_id FROM old)
        RETURNING account_id, position
      ), kept AS (
        UPDATE feed f SET discarded = greatest(f.discarded, d.highest)
          FROM (SELECT account_id, max(position) AS highest FROM dropped GROUP BY account_id) d
         WHERE f.account_id = d.account_id
      )
      SELECT count(*) FROM dropped
      """)
  long dropTombstones(int days);

  /** As old as can be, so that they are dropped. */
  @SqlUpdate(
      """
      UPDATE queue_entry q SET removed_at = 'epoch'
        FROM session s
       WHERE s.session_id = q.session_id AND s.org_id = :orgId AND q.removed_at > 'epoch'
      """)
  int hastenTombstones(OrgId orgId);

  /** An {@link EntryChange} with its position, as the statement reads it. */
  record ChangeRow(
      SessionId toSession,
      Phase toPhase,
      @Nullable String toAcceptor,
      Kind toKind,
      SessionState toState,
      EntryChange.Deadline toDeadline,
      long toPosition,
      boolean toRemoved) {}

  /** A {@link FreshEntry} with its position, as the statement reads it. */
  record FreshRow(
      SessionId sessionId,
      AccountId accountId,
      OutpostId outpostId,
      Kind kind,
      String platform,
      @Nullable String remoteBinarySha,
      String networkPolicy,
      long position) {}

  /** By hand: for many rows reflection costs more than the query. */
  final class EntryMapping implements RowMapper<Entry> {
    @Override
    public Entry map(ResultSet rows, StatementContext context) throws SQLException {
      return new Entry(
          new SessionId(rows.getString("session_id")),
          new OutpostId(rows.getString("outpost_id")),
          new Entry.Spec(
              Kind.valueOf(rows.getString("kind")),
              rows.getString("platform"),
              rows.getString("remote_binary_sha"),
              rows.getString("network_policy")),
          new Entry.Claim(
              Phase.valueOf(rows.getString("phase")),
              rows.getString("acceptor_id"),
              time(rows, "claim_deadline"),
              rows.getBoolean("lapsed")),
          SessionState.valueOf(rows.getString("session_status")),
          rows.getLong("position"),
          Objects.requireNonNull(time(rows, "created_at")),
          Objects.requireNonNull(time(rows, "updated_at")),
          rows.getBoolean("removed"));
    }

    private static @Nullable Instant time(ResultSet rows, String column) throws SQLException {
      var time = rows.getTimestamp(column);
      return time == null ? null : time.toInstant();
    }
  }
}
