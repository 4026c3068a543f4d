package io.agentservice.server.start.installation;

import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface FirstStartSql {
  /** One node at a time decides whether this is the first start. */
  @SqlQuery("SELECT pg_advisory_xact_lock(7236487) IS NOT NULL")
  boolean lock();

  @SqlQuery("SELECT account_id FROM account LIMIT 1")
  Optional<String> account();

  @SqlUpdate("INSERT INTO account (account_id, name) VALUES (:id, 'Default')")
  void insertAccount(String id);

  @SqlUpdate("INSERT INTO feed (account_id) VALUES (:accountId)")
  void insertFeed(String accountId);

  @SqlUpdate(
      """
      INSERT INTO organization (org_id, account_id, name, max_session_acu_limit)
      VALUES (:id, :accountId, 'Default', :acuLimit)
      """)
  void insertOrganization(String id, String accountId, @Nullable Integer acuLimit);

  @SqlUpdate("INSERT INTO human (user_id, account_id, name) VALUES (:id, :accountId, 'admin')")
  void insertHuman(String id, String accountId);

  @SqlUpdate(
      """
      UPDATE human SET password_hash = :hash, password_once = true
       WHERE user_id = :id AND account_id = :accountId
      """)
  void setPassword(String id, String accountId, String hash);

  /** Of that name, or one that begins so when another has it. */
  @SqlUpdate(
      """
      INSERT INTO service_user (service_user_id, account_id, name)
      SELECT :id, :accountId,
             CASE WHEN EXISTS (SELECT FROM service_user
                                WHERE account_id = :accountId AND org_id IS NULL AND name = :name
                                  AND deleted_at IS NULL)
                  THEN :name || ' ' || :id ELSE :name END
      """)
  void insertServiceUser(String id, String accountId, String name);

  @SqlUpdate(
      "INSERT INTO role_assignment (principal_id, org_id, role_id) VALUES (:principalId, :orgId, :roleId)")
  void assign(String principalId, @Nullable String orgId, String roleId);

  /** The service user of the first start, as long as it administers the account. */
  @SqlQuery(
      """
      SELECT service_user_id FROM service_user u
       WHERE account_id = :accountId AND org_id IS NULL AND name = 'admin' AND deleted_at IS NULL
         AND EXISTS (SELECT FROM role_assignment
                      WHERE principal_id = u.service_user_id AND org_id IS NULL
                        AND role_id = :roleId)
      """)
  Optional<String> administrator(String accountId, String roleId);

  /** Whether a key of a service user lets its bearer in. */
  @SqlQuery(
      """
      SELECT EXISTS (SELECT FROM api_key k JOIN service_user u ON u.service_user_id = k.principal_id
                      WHERE u.account_id = :accountId AND u.deleted_at IS NULL
                        AND k.token_sha256 = :digest AND k.revoked_at IS NULL
                        AND (k.expires_at IS NULL OR k.expires_at > now()))
      """)
  boolean isGood(String accountId, byte[] digest);

  /** The service user that has or had this key, unless he is deleted. */
  @SqlQuery(
      """
      SELECT u.service_user_id FROM api_key k JOIN service_user u ON u.service_user_id = k.principal_id
       WHERE u.account_id = :accountId AND u.deleted_at IS NULL AND k.token_sha256 = :digest
      """)
  Optional<String> holder(String accountId, byte[] digest);

  @SqlUpdate(
      """
      INSERT INTO installation_secret (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING
      """)
  void insertSecret(String name, byte[] value);

  @SqlUpdate("DELETE FROM installation_secret WHERE name = :name")
  void deleteSecret(String name);

  @SqlQuery("SELECT value FROM installation_secret WHERE name = :name")
  Optional<byte[]> secret(String name);
}
