package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.AuditId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

interface AuditLogSql {
  String SELECT =
      """
      SELECT a.audit_log_id, a.action, a.created_at, a.org_id, a.user_id, a.user_email, a.service_user_id,
             a.service_user_name, a.ip_address, a.request_id, a.data::text AS data,
             s.position, s.previous_hash, s.hash, extract(epoch FROM s.sealed_at)::bigint AS sealed_at
        FROM audit_log a
        LEFT JOIN audit_seal s ON s.audit_log_id = a.audit_log_id
      """;

  String FILTER =
      """
       WHERE a.account_id = :accountId AND (:orgId::text IS NULL OR a.org_id = :orgId)
         AND (:action::text IS NULL OR a.action = :action)
         AND (:timeAfter::timestamptz IS NULL OR a.created_at >= :timeAfter)
         AND (:timeBefore::timestamptz IS NULL OR a.created_at < :timeBefore)
         AND (:userId::text IS NULL OR a.user_id = :userId)
         AND (:serviceUserId::text IS NULL OR a.service_user_id = :serviceUserId)
      """;

  String NEWEST_FIRST =
      """
         AND (:time::timestamptz IS NULL OR (a.created_at, a.audit_log_id) < (:time, :id))
       ORDER BY a.created_at DESC, a.audit_log_id DESC
       LIMIT :limit
      """;

  String OLDEST_FIRST =
      """
         AND (:time::timestamptz IS NULL OR (a.created_at, a.audit_log_id) > (:time, :id))
       ORDER BY a.created_at, a.audit_log_id
       LIMIT :limit
      """;

  @SqlQuery("SELECT pg_column_size(a.data) FROM audit_log a " + FILTER + NEWEST_FIRST)
  List<Long> sizesOfNewest(
      @BindMethods Scope scope,
      @BindMethods AuditRecord.Filter filter,
      @Nullable Instant time,
      @Nullable String id,
      int limit);

  @SqlQuery(SELECT + FILTER + NEWEST_FIRST)
  List<AuditRecord> newest(
      @BindMethods Scope scope,
      @BindMethods AuditRecord.Filter filter,
      @Nullable Instant time,
      @Nullable String id,
      int limit);

  @SqlQuery("SELECT pg_column_size(a.data) FROM audit_log a " + FILTER + OLDEST_FIRST)
  List<Long> sizesOfOldest(
      @BindMethods Scope scope,
      @BindMethods AuditRecord.Filter filter,
      @Nullable Instant time,
      @Nullable String id,
      int limit);

  @SqlQuery(SELECT + FILTER + OLDEST_FIRST)
  List<AuditRecord> oldest(
      @BindMethods Scope scope,
      @BindMethods AuditRecord.Filter filter,
      @Nullable Instant time,
      @Nullable String id,
      int limit);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM audit_log a " + FILTER + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, @BindMethods AuditRecord.Filter filter, long most);

  @SqlQuery(SELECT + " WHERE a.account_id = :accountId AND a.audit_log_id = :auditLogId")
  Optional<AuditRecord> find(@BindMethods Scope scope, AuditId auditLogId);
}
