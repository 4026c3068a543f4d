package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AuditId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

record AuditRecordJson(
    AuditId auditLogId,
    String action,
    long createdAt,
    JsonNode data,
    @Nullable OrgId orgId,
    @Nullable String userId,
    @Nullable String userEmail,
    @Nullable String serviceUserId,
    @Nullable String serviceUserName,
    @Nullable String ipAddress,
    @Nullable String requestId,
    @Nullable AuditSeal seal) {

  static AuditRecordJson of(AuditRecord stored) {
    return of(stored, stored.seal());
  }

  /** As it is shown once it has that seal. */
  static AuditRecordJson of(AuditRecord stored, @Nullable AuditSeal seal) {
    var author = stored.author();
    return new AuditRecordJson(
        stored.auditLogId(),
        stored.action(),
        stored.createdAt().getEpochSecond(),
        Json.MAPPER.readTree(stored.data()),
        stored.orgId(),
        author.userId(),
        author.userEmail(),
        author.serviceUserId(),
        author.serviceUserName(),
        author.ipAddress(),
        author.requestId(),
        seal);
  }
}
