package io.agentservice.server.http;

import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface IdempotencySql {
  @SqlUpdate("DELETE FROM idempotency WHERE created_at < now() - interval '24 hours'")
  void dropExpired();

  /** 1 when the key is new, 0 when it is taken. */
  @SqlUpdate(
      """
      INSERT INTO idempotency (principal_id, method, path, key, digest)
      VALUES (:principalId, :method, :path, :key, :digest)
      ON CONFLICT DO NOTHING
      """)
  int begin(@BindMethods Key key, byte[] digest);

  @SqlQuery(
      """
      SELECT digest, status, answer FROM idempotency
       WHERE principal_id = :principalId AND method = :method AND path = :path AND key = :key
      """)
  Optional<Row> find(@BindMethods Key key);

  @SqlUpdate(
      """
      UPDATE idempotency SET status = :status, answer = :answer
       WHERE principal_id = :principalId AND method = :method AND path = :path AND key = :key
      """)
  void finish(@BindMethods Key key, int status, byte[] answer);

  @SqlUpdate(
      """
      DELETE FROM idempotency
       WHERE principal_id = :principalId AND method = :method AND path = :path AND key = :key
      """)
  void forget(@BindMethods Key key);

  record Key(String principalId, String method, String path, String key) {}

  record Row(byte[] digest, @Nullable Integer status, byte @Nullable [] answer) {}
}
