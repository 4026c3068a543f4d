package io.agentservice.server.base.auth;

import io.agentservice.server.base.ids.UserId;
import java.time.Instant;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface WebSessionSql {
  @SqlUpdate(
      """
      INSERT INTO web_session (token_sha256, key_id, expires_at)
      VALUES (:digest, :keyId, now() + make_interval(secs => :seconds))
      """)
  void insert(byte[] digest, String keyId, long seconds);

  /** With the key that was made for it. */
  @SqlUpdate(
      """
      WITH gone AS (DELETE FROM web_session WHERE token_sha256 = :digest RETURNING key_id)
      UPDATE api_key k SET revoked_at = now() FROM gone WHERE k.key_id = gone.key_id AND k.kind = 'USER'
      """)
  void delete(byte[] digest);

  /** With the keys that were made for them. */
  @SqlUpdate(
      """
      WITH gone AS (DELETE FROM web_session w USING api_key k
                     WHERE k.key_id = w.key_id AND k.principal_id = :userId RETURNING w.key_id)
      UPDATE api_key k SET revoked_at = now() FROM gone WHERE k.key_id = gone.key_id AND k.kind = 'USER'
      """)
  void deleteAll(UserId userId);

  @SqlUpdate("DELETE FROM web_session WHERE expires_at <= now()")
  void dropExpired();

  /** Those that sign-ins have made. */
  @SqlUpdate(
      """
      DELETE FROM api_key k
       WHERE k.kind = 'USER' AND (k.expires_at <= now() OR k.revoked_at IS NOT NULL)
         AND NOT EXISTS (SELECT FROM web_session w WHERE w.key_id = k.key_id)
      """)
  void dropExpiredKeys();

  @SqlQuery("SELECT now()")
  Instant now();
}
