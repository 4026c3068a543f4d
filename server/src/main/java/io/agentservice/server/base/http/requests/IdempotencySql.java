package io.agentservice.server.base.http.requests;

import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface IdempotencySql {
  /** The most that {@link #dropExpired} drops at once. */
  int BATCH = 10_000;

  /** Drops old keys, but for those that a request is replacing; answers how many. */
  @SqlUpdate(
      """
      DELETE FROM idempotency
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM idempotency
                                WHERE created_at < now() - interval '24 hours'
                                LIMIT 10000
                                  FOR UPDATE SKIP LOCKED))
      """)
  int dropExpired();

  /** Locks the key until the transaction's end; false when it is locked. */
  @SqlQuery(
      """
      SELECT pg_try_advisory_xact_lock(
               hashtextextended(concat(CAST(:principalId AS text), ' ', CAST(:method AS text),
                                ' ', CAST(:path AS text), ' ', CAST(:key AS text)), 0))
      """)
  boolean lock(@BindMethods Key key);

  @SqlQuery(
      """
      SELECT digest, status, answer FROM idempotency
       WHERE principal_id = :principalId AND method = :method AND path = :path AND key = :key
         AND created_at >= now() - interval '24 hours'
      """)
  Optional<Row> find(@BindMethods Key key);

  /** Replaces an old one. */
  @SqlUpdate(
      """
      INSERT INTO idempotency (principal_id, method, path, key, digest, status, answer)
      VALUES (:principalId, :method, :path, :key, :digest, :status, :answer)
      ON CONFLICT (principal_id, method, path, key) DO UPDATE
         SET digest = excluded.digest, status = excluded.status, answer = excluded.answer, created_at = now()
      """)
  void keep(@BindMethods Key key, byte[] digest, int status, byte[] answer);

  record Key(String principalId, String method, String path, String key) {}

  record Row(byte[] digest, int status, byte[] answer) {}
}
