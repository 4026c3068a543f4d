package io.agentservice.server.identity.members;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.identity.roles.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A human or a service user, with the roles that he holds in the scope that was asked for.
 *
 * @param assignments the account role first, then by organization
 */
record Member(Row row, List<Assignment> assignments) {

  /**
   * What is stored of him.
   *
   * @param email null for a service user, and for a human who has none yet
   * @param name null for a human before his first sign-in
   * @param homeOrgId the organization that a service user was made in; null at enterprise level
   * @param expiresAt when the last active key of a service user ends; null: never, or there is none
   */
  record Row(
      String memberId,
      @Nullable String email,
      @Nullable String name,
      @Nullable OrgId homeOrgId,
      Instant createdAt,
      @Nullable Instant deletedAt,
      @Nullable Instant expiresAt) {}

  /** A role in an organization; null: in the account. */
  record Assignment(Role.Named role, @Nullable OrgId orgId) {}

  String id() {
    return row.memberId();
  }
}
