package io.agentservice.server.identity.members;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.identity.roles.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A human, service user or group, with roles in the scope: {@code assignments} of his own, account
 * first, and {@code byGroups}.
 */
public record Member(Row row, List<Assignment> assignments, List<GroupRole> byGroups) {

  /**
   * A member as its row has it.
   *
   * @param memberId user or service user id; a group's is internal
   * @param email of a human, or null
   * @param name null before a human's first sign-in
   * @param homeOrgId where a service user was made; null at enterprise level
   * @param expiresAt of a service user's last active key; null: never, or none
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
