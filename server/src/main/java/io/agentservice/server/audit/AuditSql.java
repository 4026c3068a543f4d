package io.agentservice.server.audit;

import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface AuditSql {
  @SqlUpdate(
      """
      INSERT INTO audit_log (audit_log_id, account_id, org_id, action, user_id, user_email,
                             service_user_id, service_user_name, ip_address, request_id, data)
      VALUES (:id, :accountId, :orgId, :action, :who.userId, :who.userEmail,
              :who.serviceUserId, :who.serviceUserName, :who.ip, :who.requestId, :data::jsonb)
      """)
  void insert(
      String id,
      String accountId,
      @Nullable String orgId,
      String action,
      @BindMethods("who") Who who,
      String data);

  /** All null for what the service did by itself. */
  record Who(
      @Nullable String userId,
      @Nullable String userEmail,
      @Nullable String serviceUserId,
      @Nullable String serviceUserName,
      @Nullable String ip,
      @Nullable String requestId) {}
}
