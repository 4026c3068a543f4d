package io.agentservice.server.base.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

interface AuditSql {
  /** Inserts a JSON array of {@link Row}s; a trigger notes that they are to be sealed. */
  @SqlUpdate(
      """
      INSERT INTO audit_log (audit_log_id, account_id, org_id, action, user_id, user_email,
                             service_user_id, service_user_name, ip_address, request_id, data)
      SELECT audit_log_id, account_id, org_id, action, user_id, user_email,
             service_user_id, service_user_name, ip_address, request_id, data::jsonb
        FROM json_to_recordset(:rows::json)
             AS r(audit_log_id text, account_id text, org_id text, action text, user_id text, user_email text,
                  service_user_id text, service_user_name text, ip_address text, request_id text, data json)
      """)
  void insert(String rows);

  /** A record; nobody is named for what the service did by itself. */
  @JsonInclude(JsonInclude.Include.NON_NULL) // the statement reads a field that isn't there as null
  record Row(
      String auditLogId,
      String accountId,
      @Nullable String orgId,
      String action,
      @Nullable String userId,
      @Nullable String userEmail,
      @Nullable String serviceUserId,
      @Nullable String serviceUserName,
      @Nullable String ipAddress,
      @Nullable String requestId,
      JsonNode data) {}
}
