package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.AuditId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface AuditSealSql {
  /** Those with records that wait for a seal. */
  @SqlQuery(
      """
      SELECT account_id FROM account
       WHERE EXISTS (SELECT FROM audit_unsealed u WHERE u.account_id = account.account_id)
       ORDER BY account_id
      """)
  List<AccountId> accounts();

  /**
   * Locks the account's sealing, false when it is locked. Replans statements: a kept plan of a
   * small table would read the whole log for each batch.
   */
  @SqlQuery(
      """
      SELECT pg_try_advisory_xact_lock(hashtextextended('audit seals ' || :accountId, 0))
        FROM set_config('plan_cache_mode', 'force_custom_plan', true)
      """)
  boolean lock(AccountId accountId);

  /** Unix seconds. */
  @SqlQuery("SELECT extract(epoch FROM now())::bigint")
  long now();

  @SqlQuery(
      """
      SELECT position, previous_hash, hash, extract(epoch FROM sealed_at)::bigint AS sealed_at
        FROM audit_seal WHERE account_id = :accountId
       ORDER BY position DESC LIMIT 1
      """)
  Optional<AuditSeal> last(AccountId accountId);

  @SqlQuery("SELECT count(*) FROM audit_unsealed WHERE account_id = :accountId")
  long countUnsealed(AccountId accountId);

  /** In the order of ids, nearly that of times; an empty id is the beginning. */
  @SqlQuery(
      """
      SELECT audit_log_id FROM audit_unsealed
       WHERE account_id = :accountId AND audit_log_id > :after
       ORDER BY audit_log_id
       LIMIT :most
      """)
  List<AuditId> unsealed(AccountId accountId, String after, int most);

  @SqlQuery(
      AuditLogSql.SELECT
          + """
           WHERE a.account_id = :accountId AND a.audit_log_id = ANY (:ids)
           ORDER BY a.audit_log_id
          """)
  List<AuditRecord> records(AccountId accountId, List<AuditId> ids);

  /** Inserts a JSON array of {@link Row}s. */
  @SqlUpdate(
      """
      INSERT INTO audit_seal (account_id, position, audit_log_id, previous_hash, hash, sealed_at)
      SELECT :accountId, position, audit_log_id, previous_hash, hash, to_timestamp(sealed_at)
        FROM json_to_recordset(:rows::json)
             AS r(position bigint, audit_log_id text, previous_hash text, hash text, sealed_at bigint)
      """)
  void insert(AccountId accountId, String rows);

  @SqlUpdate(
      "DELETE FROM audit_unsealed WHERE account_id = :accountId AND audit_log_id = ANY (:records)")
  void done(AccountId accountId, List<AuditId> records);

  record Row(long position, AuditId auditLogId, String previousHash, String hash, long sealedAt) {}
}
