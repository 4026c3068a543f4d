package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.queue.Entry.Kind;
import io.agentservice.server.engine.queue.Entry.Phase;
import io.agentservice.server.engine.queue.Entry.SessionState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.UseRowMapper;
import org.jspecify.annotations.Nullable;

/** Locks sessions, which comes before every change of them. */
interface LockSql {
  String SESSION =
      """
      s.session_id, s.account_id, s.org_id, s.status, s.status_detail, s.prior_detail, s.epoch, s.connection, s.failures,
      s.has_connected, s.resumable, s.is_archived, s.platform, s.outpost_id AS placed_at, s.parent_session_id
      """;

  String ENTRY =
      """
      q.kind, q.phase, q.acceptor_id, q.session_status, q.outpost_id, q.claim_deadline IS NOT NULL AS has_deadline,
      q.phase = 'CLAIMED' AND q.claim_deadline <= clock_timestamp() AS lapsed, q.removed_at IS NOT NULL AS removed
      """;

  /** Waits for a lock that references to the session don't need. */
  @UseRowMapper(SessionMapping.class)
  @SqlQuery("SELECT " + SESSION + " FROM session s WHERE s.session_id = :id FOR NO KEY UPDATE")
  Optional<Session> session(SessionId id);

  /** Its entry; to be read when the session is locked. */
  @UseRowMapper(EntryMapping.class)
  @SqlQuery("SELECT " + ENTRY + " FROM queue_entry q WHERE q.session_id = :id")
  Optional<Entry> entry(SessionId id);

  /**
   * Locks sessions with an entry or tombstone, and both rows, skipping locked ones: a joined row
   * may be older than the lock.
   *
   * <p>Both tables are read by key only: a plan made for a small table would else read the whole of
   * it.
   */
  @UseRowMapper(BothMapping.class)
  @SqlQuery(
      "SELECT "
          + SESSION
          + ", "
          + ENTRY
          + """
            FROM session s JOIN queue_entry q ON q.session_id = s.session_id
           WHERE s.session_id = ANY (:ids) AND q.session_id = ANY (:ids)
             FOR NO KEY UPDATE OF s, q SKIP LOCKED
          """)
  List<Both> served(List<SessionId> ids);

  /** Those of an organization that wait for a place and ask for the same. */
  String UNPLACED =
      """
      s.account_id = :accountId AND s.org_id = :orgId AND s.outpost_id IS NULL
        AND s.status IN ('NEW', 'RESUMING')
        AND s.platform IS NOT DISTINCT FROM :platform AND s.parent_session_id IS NOT DISTINCT FROM :parentSessionId
      """;

  /** Up to 100 of them behind one, oldest first. */
  @SqlQuery(
      "SELECT s.session_id FROM session s WHERE "
          + UNPLACED
          + " AND s.session_id > :after ORDER BY s.session_id LIMIT 100")
  List<SessionId> unplaced(@BindMethods TransitionSql.Wish wish, String after);

  /** Locks those of these that wait still; leaves out what another transaction holds. */
  @UseRowMapper(SessionMapping.class)
  @SqlQuery(
      "SELECT "
          + SESSION
          + " FROM session s WHERE "
          + UNPLACED
          + " AND s.session_id = ANY (:ids) ORDER BY s.session_id FOR NO KEY UPDATE SKIP LOCKED")
  List<Session> lockUnplaced(@BindMethods TransitionSql.Wish wish, List<SessionId> ids);

  /** Which of the sessions have an entry or a tombstone, locked or not. */
  @SqlQuery("SELECT session_id FROM queue_entry WHERE session_id = ANY (:ids)")
  List<SessionId> known(List<SessionId> ids);

  /** The session's row, as far as its states are concerned. */
  record Session(
      SessionId id,
      AccountId account,
      OrgId org,
      Status status,
      @Nullable Detail detail,
      @Nullable Detail priorDetail,
      long epoch,
      long connection,
      int failures,
      boolean hasConnected,
      boolean isArchived,
      Host host) {
    /** Whether its last task is done and its machine has nothing to do. */
    boolean isDone() {
      return status == Status.RUNNING && detail == Detail.FINISHED;
    }

    /** Whether a person is to speak next and its machine has nothing to do. */
    boolean isAsking() {
      return status == Status.RUNNING
          && (detail == Detail.WAITING_FOR_USER || detail == Detail.WAITING_FOR_APPROVAL);
    }

    /** What it asks for where it has no place. */
    TransitionSql.Wish wish() {
      return new TransitionSql.Wish(account, org, host.platform(), host.parent());
    }
  }

  /**
   * {@code resumable}: its machine is kept in sleep; {@code placedAt} is null without an outpost;
   * {@code parent} made it.
   */
  record Host(
      boolean resumable,
      @Nullable String platform,
      @Nullable OutpostId placedAt,
      @Nullable SessionId parent) {}

  /** {@code lapsed}: past the deadline; {@code removed}: a tombstone. */
  record Entry(
      Kind kind,
      Phase phase,
      @Nullable String acceptorId,
      SessionState state,
      OutpostId outpostId,
      boolean hasDeadline,
      boolean lapsed,
      boolean removed) {}

  record Both(Session session, Entry entry) {}

  /** By hand, as the others: a batch reads many rows, and reflection costs more than the query. */
  final class SessionMapping implements RowMapper<Session> {
    @Override
    public Session map(ResultSet rows, StatementContext context) throws SQLException {
      String placed = rows.getString("placed_at");
      String parent = rows.getString("parent_session_id");
      return new Session(
          new SessionId(rows.getString("session_id")),
          new AccountId(rows.getString("account_id")),
          new OrgId(rows.getString("org_id")),
          Status.valueOf(rows.getString("status")),
          detail(rows.getString("status_detail")),
          detail(rows.getString("prior_detail")),
          rows.getLong("epoch"),
          rows.getLong("connection"),
          rows.getInt("failures"),
          rows.getBoolean("has_connected"),
          rows.getBoolean("is_archived"),
          new Host(
              rows.getBoolean("resumable"),
              rows.getString("platform"),
              placed == null ? null : new OutpostId(placed),
              parent == null ? null : new SessionId(parent)));
    }

    private static @Nullable Detail detail(@Nullable String word) {
      return word == null ? null : Detail.valueOf(word);
    }
  }

  final class EntryMapping implements RowMapper<Entry> {
    @Override
    public Entry map(ResultSet rows, StatementContext context) throws SQLException {
      return new Entry(
          Kind.valueOf(rows.getString("kind")),
          Phase.valueOf(rows.getString("phase")),
          rows.getString("acceptor_id"),
          SessionState.valueOf(rows.getString("session_status")),
          new OutpostId(rows.getString("outpost_id")),
          rows.getBoolean("has_deadline"),
          rows.getBoolean("lapsed"),
          rows.getBoolean("removed"));
    }
  }

  final class BothMapping implements RowMapper<Both> {
    private final SessionMapping session = new SessionMapping();
    private final EntryMapping entry = new EntryMapping();

    @Override
    public Both map(ResultSet rows, StatementContext context) throws SQLException {
      return new Both(session.map(rows, context), entry.map(rows, context));
    }
  }
}
