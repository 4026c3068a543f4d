package io.agentservice.server.base.auth;

import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface WebSessionSql {
  @SqlUpdate(
      """
      INSERT INTO web_session (token_sha256, key_id, expires_at)
      VALUES (:digest, :keyId, now() + make_interval(secs => :seconds))
      """)
  void insert(byte[] digest, String keyId, long seconds);

  @SqlUpdate("DELETE FROM web_session WHERE token_sha256 = :digest")
  void delete(byte[] digest);

  @SqlUpdate("DELETE FROM web_session WHERE expires_at <= now()")
  void dropExpired();
}
