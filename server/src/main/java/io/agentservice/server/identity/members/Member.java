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
public record Member(Row row, List<Assignment> assignments) {

  /**
   * What is stored of him.
   *
   * @param email null for a service user, and for a human who has none yet
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
  public record Assignment(Role.Named role, @Nullable OrgId orgId) {}

  /** User or service user id. */
  public String id() {
    return row.memberId();
  }

  /** Who he is, to people. */
  public String shownName() {
    String name = row.name() == null ? row.email() : row.name();
    return name == null ? id() : name;
  }
}
