package io.agentservice.server.identity.members;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.identity.roles.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A human, a service user or a group of the identity provider, with the roles that he holds in the
 * scope that was asked for.
 *
 * @param assignments his own: the account role first, then by organization
 * @param byGroups what a human holds through his groups, in the same order
 */
public record Member(Row row, List<Assignment> assignments, List<GroupRole> byGroups) {

  /**
   * What is stored of him.
   *
   * @param memberId user or service user id; of a group one that nobody outside sees
   * @param email only of a human, and null when he has none yet
   * @param name null for a human before his first sign-in
   * @param homeOrgId the organization that a service user was made in; null at enterprise level
   * @param expiresAt when the last active key of a service user ends; null: never, or there is none
   */
  public record Row(
      String memberId,
      @Nullable String email,
      @Nullable String name,
      @Nullable OrgId homeOrgId,
      Instant createdAt,
      @Nullable Instant deletedAt,
      @Nullable Instant expiresAt) {}

  /** A role in an organization; null: in the account. */
  public record Assignment(Role.Summary role, @Nullable OrgId orgId) {}

  /** A role that a group holds for its members, in an organization; null: in the account. */
  public record GroupRole(String idpGroupName, @Nullable OrgId orgId, Role.Summary role) {}

  Member with(Row other) {
    return new Member(other, assignments, byGroups);
  }

  public String id() {
    return row.memberId();
  }

  public String shownName() {
    String name = row.name() == null ? row.email() : row.name();
    return name == null ? id() : name;
  }
}
