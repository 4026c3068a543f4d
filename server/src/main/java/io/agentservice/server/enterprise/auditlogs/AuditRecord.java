package io.agentservice.server.enterprise.auditlogs;

import io.agentservice.server.base.ids.AuditId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record of the audit log.
 *
 * @param orgId null for a change of the account
 * @param data JSON of what was changed
 * @param seal its place in the chain; null until it is sealed
 */
public record AuditRecord(
    AuditId auditLogId,
    String action,
    Instant createdAt,
    @Nullable OrgId orgId,
    Author author,
    String data,
    @Nullable AuditSeal seal) {

  /**
   * Who made the change, and from where.
   *
   * @param userId the human who made it, else null, like his address
   * @param serviceUserId the service user that made it, else null, like its name
   * @param ipAddress null for what the service did by itself, like the request's id
   */
  public record Author(
      @Nullable String userId,
      @Nullable String userEmail,
      @Nullable String serviceUserId,
      @Nullable String serviceUserName,
      @Nullable String ipAddress,
      @Nullable String requestId) {}

  /**
   * Which records are wanted; null: whichever.
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
