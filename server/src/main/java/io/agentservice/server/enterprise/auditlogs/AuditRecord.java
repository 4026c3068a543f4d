package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.ids.AuditId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * {@code orgId} is null for the account, {@code data} JSON, {@code seal} null until it is sealed.
 */
public record AuditRecord(
    AuditId auditLogId,
    String action,
    Instant createdAt,
    @Nullable OrgId orgId,
    Author author,
    String data,
    @Nullable AuditSeal seal) {

  /** Who made the change; null where it was no human, no service user, or the service itself. */
  public record Author(
      @Nullable String userId,
      @Nullable String userEmail,
      @Nullable String serviceUserId,
      @Nullable String serviceUserName,
      @Nullable String ipAddress,
      @Nullable String requestId) {}

  /**
   * A list's filter; null: any.
   *
   * @param action in our spelling
   * @param timeAfter inclusive
   * @param timeBefore exclusive
   */
  public record Filter(
      @Nullable String action,
      @Nullable Instant timeAfter,
      @Nullable Instant timeBefore,
      @Nullable String userId,
      @Nullable String serviceUserId) {}
}
