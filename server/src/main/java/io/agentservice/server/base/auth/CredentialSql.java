package io.agentservice.server.base.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface CredentialSql {
  /**
   * A key with its principal and his roles, by organizations' names, as {@code org id|role
   * id|permissions of a custom role} (no org id: the account role).
   */
  String SELECT =
      """
      SELECT k.key_id, k.account_id, k.kind, k.principal_id, k.org_id AS key_org_id, k.name AS key_name,
             k.revoked_at IS NOT NULL OR h.deleted_at IS NOT NULL OR s.deleted_at IS NOT NULL AS revoked,
             k.expires_at IS NOT NULL AND k.expires_at <= now() AS expired,
             k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS use_is_news,
             coalesce(s.name, h.name, h.email, 'legacy key') AS principal_name, h.email, s.org_id AS home_org_id,
             array(SELECT concat(r.org_id, '|', r.role_id, '|', array_to_string(c.permissions, ','))
                     FROM held_role r
                     LEFT JOIN organization o ON o.org_id = r.org_id
                     LEFT JOIN role c ON c.role_id = r.role_id AND c.account_id = k.account_id
                    WHERE r.principal_id = k.principal_id
                      AND (r.org_id IS NULL OR o.deleted_at IS NULL)
                    ORDER BY o.name COLLATE "C", r.org_id) AS roles
        FROM api_key k
        LEFT JOIN human h ON h.user_id = k.principal_id
        LEFT JOIN service_user s ON s.service_user_id = k.principal_id
      """;

  @SqlQuery(SELECT + " WHERE k.token_sha256 = :digest")
  Optional<Row> find(byte[] digest);

  /** The key that a web session stands for. */
  @SqlQuery(
      SELECT
          + """
           WHERE k.key_id = (SELECT w.key_id FROM web_session w
                              WHERE w.token_sha256 = :digest AND w.expires_at > now())
          """)
  Optional<Row> findOfWebSession(byte[] digest);

  @SqlUpdate("UPDATE api_key SET last_used_at = now() WHERE key_id = :keyId")
  void used(String keyId);

  @SqlUpdate(
      """
      INSERT INTO api_key (key_id, account_id, kind, principal_id, org_id, name, token_sha256, token_start,
                           expires_at)
      VALUES (:keyId, :accountId, :kind, :principalId, :orgId, :name, :digest, :start, :expiresAt)
      """)
  void insert(@BindMethods NewKey key);

  record NewKey(
      String keyId,
      String accountId,
      String kind,
      String principalId,
      @Nullable String orgId,
      String name,
      byte[] digest,
      String start,
      @Nullable Instant expiresAt) {}

  record Row(
      String keyId,
      String accountId,
      String kind,
      @Nullable String keyOrgId,
      String keyName,
      boolean revoked,
      boolean expired,
      boolean useIsNews,
      Holder holder) {}

  /** Whose key it is. */
  record Holder(
      String principalId,
      String principalName,
      @Nullable String email,
      @Nullable String homeOrgId,
      List<String> roles) {}
}
