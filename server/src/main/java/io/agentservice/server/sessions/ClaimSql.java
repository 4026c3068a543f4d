package io.agentservice.server.sessions;

import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.sessions.Status.Detail;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jdbi.v3.sqlobject.statement.UseRowMapper;
import org.jspecify.annotations.Nullable;

/** What a batch of claims and releases reads and writes, whatever its size. */
interface ClaimSql {
  /**
   * Locks the sessions that have an entry, a tombstone too, and the entries; leaves out what
   * another transaction holds. Both rows are locked since a row that is only joined may be older
   * than the lock.
   *
   * <p>Both tables are asked by key and nothing else, as below: with any other condition, or with a
   * join to the rows passed alone, a plan made while a table was small reads the whole of it.
   */
  @UseRowMapper(RowMapping.class)
  @SqlQuery(
      """
      SELECT s.session_id, s.account_id, s.org_id, s.status, s.status_detail, s.epoch, s.failures, s.has_connected,
             q.kind, q.phase, q.acceptor_id,
             q.phase = 'CLAIMED' AND q.claim_deadline <= clock_timestamp() AS lapsed, q.removed_at IS NOT NULL AS removed
        FROM session s JOIN queue_entry q ON q.session_id = s.session_id
       WHERE s.session_id = ANY (:sessions) AND q.session_id = ANY (:sessions)
         FOR NO KEY UPDATE OF s, q SKIP LOCKED
      """)
  List<Row> lock(List<String> sessions);

  /** Which of the sessions have an entry or a tombstone, locked or not. */
  @SqlQuery("SELECT session_id FROM queue_entry WHERE session_id = ANY (:sessions)")
  List<SessionId> known(List<String> sessions);

  /**
   * Revokes the tokens of claims that end. Before {@link #write}, which may bring new ones; and
   * apart from it, since most batches have none to revoke, and a plan made while there were hardly
   * any tokens reads all of them.
   */
  @SqlUpdate("DELETE FROM connect_token WHERE session_id = ANY (:sessions)")
  void revoke(List<String> sessions);

  /**
   * Writes JSON arrays of {@link Change}s, {@link Logged} events and {@link Token}s of these
   * sessions: what they are, their logs, and whom the gateway admits.
   */
  @SqlUpdate(
      """
      WITH change AS (
        SELECT * FROM json_to_recordset(:changes::json)
          AS c(id text, to_status text, to_detail text, to_epoch bigint, to_failures integer, unclaimed boolean,
               to_error_code text, to_error_message text, events integer)
      ), changed AS (
        UPDATE session s
           SET status = c.to_status, status_detail = c.to_detail, epoch = c.to_epoch, failures = c.to_failures,
               last_seq = s.last_seq + c.events, updated_at = greatest(s.updated_at, now()),
               prior_detail = CASE WHEN s.status = 'RUNNING' THEN s.status_detail ELSE s.prior_detail END,
               machine_acus = s.machine_acus
                 + CASE WHEN c.unclaimed THEN coalesce(extract(epoch FROM now() - s.connected_at), 0) / 900 ELSE 0 END,
               connected_at = CASE WHEN c.unclaimed THEN NULL ELSE s.connected_at END,
               error_code = coalesce(c.to_error_code, s.error_code),
               error_message = coalesce(c.to_error_message, s.error_message)
          FROM change c
         WHERE s.session_id = c.id AND s.session_id = ANY (:sessions)
        RETURNING s.session_id, s.last_seq - c.events AS before
      ), logged AS (
        INSERT INTO event (session_id, seq, epoch, type, data)
        SELECT session_id, before + nth, epoch, type, data::jsonb
          FROM json_to_recordset(:events::json) AS e(session_id text, nth integer, epoch bigint, type text, data json)
          JOIN changed USING (session_id)
      )
      INSERT INTO connect_token (token_sha256, session_id, epoch)
      SELECT decode(sha256, 'hex'), session_id, epoch
        FROM json_to_recordset(:tokens::json) AS t(sha256 text, session_id text, epoch bigint)
      """)
  void write(List<String> sessions, String changes, String events, String tokens);

  /** By hand: a batch reads many rows, and reflection costs more than the query. */
  final class RowMapping implements RowMapper<Row> {
    @Override
    public Row map(ResultSet rows, StatementContext context) throws SQLException {
      String detail = rows.getString("status_detail");
      return new Row(
          rows.getString("session_id"),
          rows.getString("account_id"),
          rows.getString("org_id"),
          Status.valueOf(rows.getString("status")),
          detail == null ? null : Detail.valueOf(detail),
          rows.getLong("epoch"),
          rows.getInt("failures"),
          rows.getBoolean("has_connected"),
          Kind.valueOf(rows.getString("kind")),
          Phase.valueOf(rows.getString("phase")),
          rows.getString("acceptor_id"),
          rows.getBoolean("lapsed"),
          rows.getBoolean("removed"));
    }
  }

  /**
   * A locked session with its entry.
   *
   * @param lapsed the claim's deadline has passed
   * @param removed the entry is a tombstone
   */
  record Row(
      String sessionId,
      String accountId,
      String orgId,
      Status status,
      @Nullable Detail statusDetail,
      long epoch,
      int failures,
      boolean hasConnected,
      Kind kind,
      Phase phase,
      @Nullable String acceptorId,
      boolean lapsed,
      boolean removed) {}

  /**
   * What becomes of a session.
   *
   * @param unclaimed machine time ends and the claim's tokens are revoked
   * @param events how many it gets in its log
   */
  record Change(
      String id,
      Status toStatus,
      @Nullable Detail toDetail,
      long toEpoch,
      int toFailures,
      boolean unclaimed,
      @Nullable String toErrorCode,
      @Nullable String toErrorMessage,
      int events) {}

  /** An event, the {@code nth} of those that the session gets. */
  record Logged(
      String sessionId,
      int nth,
      long epoch,
      String type,
      Map<String, ? extends @Nullable Object> data) {}

  /** {@code sha256} in hex. */
  record Token(String sha256, String sessionId, long epoch) {}
}
