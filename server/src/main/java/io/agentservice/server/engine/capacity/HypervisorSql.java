package io.agentservice.server.engine.capacity;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.engine.capacity.Hypervisor.Status;
import java.util.List;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface HypervisorSql {
  /** Writes a JSON array of {@link Seen}; what was seen later counts. */
  @SqlUpdate(
      """
      INSERT INTO hypervisor AS h (hypervisor_id, account_id, acceptor_id, is_draining, slots, last_seen, outpost_id)
      SELECT fresh_id, of_account, acceptor, draining, slots, now() - make_interval(secs => age), outpost
        FROM json_to_recordset(:seen::json) AS s(
               fresh_id text, of_account text, acceptor text, draining boolean, slots integer, age float8, outpost text)
       ORDER BY of_account, acceptor
      ON CONFLICT (account_id, acceptor_id) DO UPDATE
         SET is_draining = excluded.is_draining, slots = excluded.slots, last_seen = excluded.last_seen,
             outpost_id = coalesce(excluded.outpost_id, h.outpost_id),
             returned_at = CASE
               WHEN h.last_seen >= excluded.last_seen - interval '60 seconds' THEN h.returned_at
               WHEN EXISTS (SELECT FROM queue_entry q
                             WHERE q.account_id = h.account_id AND q.acceptor_id = h.acceptor_id
                               AND q.phase = 'CLAIMED' AND q.removed_at IS NULL) THEN excluded.last_seen END
       WHERE excluded.last_seen >= h.last_seen
      """)
  void write(String seen);

  /** {@code machine_since} moves while a remote is connected: at least every half minute. */
  String JUDGED =
      """
      WITH held AS (
        SELECT q.acceptor_id, count(*) AS claims, count(s.machine_since) AS connected, max(s.machine_since) AS heard
          FROM queue_entry q JOIN session s ON s.session_id = q.session_id
         WHERE q.account_id = :accountId AND q.phase = 'CLAIMED' AND q.removed_at IS NULL
         GROUP BY q.acceptor_id
      ), heard AS (
        SELECT h.hypervisor_id, h.acceptor_id, h.slots, h.created_at, h.is_draining, h.returned_at, h.outpost_id,
               coalesce(held.claims, 0) AS claims, coalesce(held.connected, 0) AS connected,
               greatest(h.last_seen, held.heard) AS last_heartbeat
          FROM hypervisor h LEFT JOIN held ON held.acceptor_id = h.acceptor_id
         WHERE h.account_id = :accountId
      ), judged AS (
        SELECT *,
               CASE WHEN last_heartbeat >= now() - interval '60 seconds' THEN CASE
                      WHEN is_draining THEN 'DRAINING'
                      WHEN returned_at >= now() - interval '60 seconds' AND claims > 0 AND connected = 0 THEN 'RESTARTING'
                      ELSE 'AVAILABLE' END
                    WHEN last_heartbeat >= now() - interval '24 hours' OR claims > 0 THEN 'DISCONNECTED'
                    ELSE 'TERMINATED' END AS status
          FROM heard
      )
      """;

  @SqlQuery(
      JUDGED
          + """
          SELECT hypervisor_id, acceptor_id, status, claims, slots, created_at, last_heartbeat
            FROM judged
           WHERE (:status::text IS NULL OR status = :status)
             AND (:beforeTime::timestamptz IS NULL OR (created_at, hypervisor_id) < (:beforeTime, :beforeId))
           ORDER BY created_at DESC, hypervisor_id DESC
           LIMIT :limit OFFSET :offset
          """)
  List<Hypervisor> list(AccountId accountId, @Nullable Status status, @BindMethods Window window);

  /** Those that take sessions, by the outpost that they serve. */
  @SqlQuery(
      JUDGED
          + """
          SELECT outpost_id, count(*) AS workers FROM judged WHERE status = 'AVAILABLE' GROUP BY outpost_id
          """)
  List<Serving> serving(AccountId accountId);

  @SqlQuery(
      JUDGED
          + """
          SELECT count(*) FROM (SELECT FROM judged
                                 WHERE :status::text IS NULL OR status = :status LIMIT :most) AS matching
          """)
  long count(AccountId accountId, @Nullable Status status, long most);

  /** {@code outpostId} null: they named none. */
  record Serving(@Nullable OutpostId outpostId, long workers) {}

  /**
   * {@code freshId} is for a new machine; {@code age} in seconds; {@code outpost} null: as before.
   */
  record Seen(
      String freshId,
      String ofAccount,
      String acceptor,
      boolean draining,
      int slots,
      double age,
      @Nullable String outpost) {}
}
