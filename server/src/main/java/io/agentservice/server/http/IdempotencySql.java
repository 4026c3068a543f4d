package io.agentservice.server.http;

import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface IdempotencySql {
  @SqlUpdate("DELETE FROM idempotency WHERE created_at < now() - interval '24 hours'")
  void dropExpired();

  /** Holds the key to the end of the transaction; false when another one does. */
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
      """)
  Optional<Row> find(@BindMethods Key key);

  @SqlUpdate(
      """
      INSERT INTO idempotency (principal_id, method, path, key, digest, status, answer)
      VALUES (:principalId, :method, :path, :key, :digest, :status, :answer)
      """)
  void keep(@BindMethods Key key, byte[] digest, int status, byte[] answer);

  record Key(String principalId, String method, String path, String key) {}

  record Row(byte[] digest, int status, byte[] answer) {}
}
