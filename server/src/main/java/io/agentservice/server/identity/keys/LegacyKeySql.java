package io.agentservice.server.identity.keys;

import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface LegacyKeySql {
  String OF_ACCOUNT =
      """
       WHERE account_id = :accountId AND kind IN ('LEGACY_USER', 'LEGACY_SERVICE') AND org_id IS NOT NULL
         AND (:orgId::text IS NULL OR org_id = :orgId)
      """;

  String SELECT =
      "SELECT key_id, kind, principal_id, org_id, name, created_at, expires_at, last_used_at, revoked_at FROM api_key";

  @SqlQuery(
      SELECT
          + OF_ACCOUNT
          + """
             AND (:beforeTime::timestamptz IS NULL OR (created_at, key_id) < (:beforeTime, :beforeId))
           ORDER BY created_at DESC, key_id DESC
           LIMIT :limit OFFSET :offset
          """)
  List<LegacyKey> page(AccountId accountId, @Nullable String orgId, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM api_key " + OF_ACCOUNT + " LIMIT :most) AS matching")
  long count(AccountId accountId, @Nullable String orgId, long most);

  /** Revokes a living one and answers what it was. */
  @SqlQuery(
      """
      UPDATE api_key SET revoked_at = now()
       WHERE account_id = :accountId AND key_id = :keyId AND kind IN ('LEGACY_USER', 'LEGACY_SERVICE')
         AND revoked_at IS NULL
      RETURNING key_id, kind, principal_id, org_id, name, created_at, expires_at, last_used_at, revoked_at
      """)
  Optional<LegacyKey> revoke(AccountId accountId, KeyId keyId);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = now()
       WHERE account_id = :accountId AND kind IN ('LEGACY_USER', 'LEGACY_SERVICE')
         AND revoked_at IS NULL AND key_id <> :but
      """)
  int revokeAllBut(AccountId accountId, KeyId but);

  /** When the organization was made, locked against deletion. */
  @SqlQuery(
      """
      SELECT created_at FROM organization
       WHERE account_id = :accountId AND org_id = :orgId AND deleted_at IS NULL
         FOR SHARE
      """)
  Optional<Instant> organizationCreated(AccountId accountId, OrgId orgId);
}
