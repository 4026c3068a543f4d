package io.agentservice.server.base.auth;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_KNOWLEDGE;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_PLAYBOOKS;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SCHEDULES;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SECRETS;
import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SESSIONS;
import static io.agentservice.server.base.auth.Permission.READ_ACCOUNT_META;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.auth.Permission.USE_OUTPOSTS_MACHINE;
import static io.agentservice.server.base.auth.Permission.USE_REVIEW_MANUAL;
import static io.agentservice.server.base.auth.Permission.VIEW_ORG_SESSIONS;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The roles that every installation has (auth.md 4). */
public enum BuiltinRole {
  ACCOUNT_ADMIN(Set.of(Permission.values())),
  ACCOUNT_MEMBER(Set.of(READ_ACCOUNT_META)),
  ORG_ADMIN(where(permission -> permission.scope() != Permission.Scope.ACCOUNT)),
  ORG_MEMBER(
      Set.of(
          USE_AGENT_SESSIONS,
          VIEW_ORG_SESSIONS,
          MANAGE_ORG_SESSIONS,
          MANAGE_ORG_KNOWLEDGE,
          MANAGE_ORG_PLAYBOOKS,
          MANAGE_ORG_SECRETS,
          MANAGE_ORG_SCHEDULES,
          USE_REVIEW_MANUAL)),
  /** Ours, for machines: what a worker needs and nothing else. */
  OUTPOSTS_MACHINE(Set.of(READ_ACCOUNT_META, USE_OUTPOSTS_MACHINE));

  @SuppressWarnings("ImmutableEnumChecker") // collected into an unmodifiable one
  private final Set<Permission> permissions;

  BuiltinRole(Set<Permission> permissions) {
    this.permissions =
        permissions.stream()
            .flatMap(permission -> permission.closure().stream())
            .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<Permission> where(Predicate<Permission> wanted) {
    return Arrays.stream(Permission.values()).filter(wanted).collect(Collectors.toSet());
  }

  /** The role's id on the wire and in the database, e.g. {@code org_member}. */
  public String roleId() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<BuiltinRole> of(String roleId) {
    return Arrays.stream(values()).filter(role -> role.roleId().equals(roleId)).findFirst();
  }

  /** What the role grants, implied permissions included. */
  public Set<Permission> permissions() {
    return permissions;
  }
}
