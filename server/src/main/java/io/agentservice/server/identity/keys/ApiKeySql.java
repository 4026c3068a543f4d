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

interface ApiKeySql {
  String EXPIRED = "(expires_at IS NOT NULL AND expires_at <= now())";

  String SELECT =
      "SELECT key_id, kind, org_id, name, created_at, expires_at, last_used_at, revoked_at, "
          + EXPIRED
          + " AS expired FROM api_key";

  /** Signing in makes keys that nobody sees; they are no one's to list. */
  String OF_HOLDER =
      " WHERE account_id = :accountId AND principal_id = :holder AND kind <> 'USER' ";

  String IN_STATE =
      OF_HOLDER
          + " AND (:state = 'all' OR :state = CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN "
          + EXPIRED
          + " THEN 'expired' ELSE 'active' END) ";

  @SqlQuery(
      SELECT
          + IN_STATE
          + """
             AND (:beforeTime::timestamptz IS NULL OR (created_at, key_id) < (:beforeTime, :beforeId))
           ORDER BY created_at DESC, key_id DESC
           LIMIT :limit
          """)
  List<ApiKey> page(AccountId accountId, String holder, String state, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM api_key " + IN_STATE)
  long count(AccountId accountId, String holder, String state);

  @SqlQuery(SELECT + OF_HOLDER + " AND key_id = :keyId")
  Optional<ApiKey> find(AccountId accountId, String holder, KeyId keyId);

  @SqlQuery(SELECT + OF_HOLDER + " AND key_id = :keyId FOR UPDATE")
  Optional<ApiKey> lock(AccountId accountId, String holder, KeyId keyId);

  /** Locks the holder's keys, whose number is bounded. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtextextended(:holder, 7236488)) IS NOT NULL")
  boolean lockHolder(String holder);

  @SqlQuery("SELECT now()")
  Instant now();

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = now()
       WHERE account_id = :accountId AND principal_id = :holder AND key_id = :keyId
      """)
  void revoke(AccountId accountId, String holder, KeyId keyId);

  /** In so many seconds, unless it ends before. */
  @SqlUpdate(
      """
      UPDATE api_key SET expires_at = least(expires_at, now() + make_interval(secs => :seconds))
       WHERE account_id = :accountId AND principal_id = :holder AND key_id = :keyId
      """)
  void endIn(AccountId accountId, String holder, KeyId keyId, int seconds);

  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = now()
       WHERE account_id = :accountId AND principal_id = :holder AND revoked_at IS NULL
      """)
  void revokeAll(AccountId accountId, String holder);

  /** Those of the holders, and legacy keys that are good in the organization. */
  @SqlUpdate(
      """
      UPDATE api_key SET revoked_at = now()
       WHERE revoked_at IS NULL AND (org_id = :orgId OR principal_id = ANY (:holders))
      """)
  void revokeIn(OrgId orgId, List<String> holders);
}
