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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The roles of every installation (auth.md 4). */
public enum BuiltinRole {
  ACCOUNT_ADMIN("Admin", RoleType.ENTERPRISE, Set.of(Permission.values())),
  ACCOUNT_MEMBER("Member", RoleType.ENTERPRISE, Set.of(READ_ACCOUNT_META)),
  ORG_ADMIN(
      "Admin", RoleType.ORG, where(permission -> permission.scope() != Permission.Scope.ACCOUNT)),
  ORG_MEMBER(
      "Member",
      RoleType.ORG,
      Set.of(
          USE_AGENT_SESSIONS,
          VIEW_ORG_SESSIONS,
          MANAGE_ORG_SESSIONS,
          MANAGE_ORG_KNOWLEDGE,
          MANAGE_ORG_PLAYBOOKS,
          MANAGE_ORG_SECRETS,
          MANAGE_ORG_SCHEDULES,
          USE_REVIEW_MANUAL)),
  /** For this machine's own workers; nobody assigns it. */
  OUTPOSTS_MACHINE(
      "Outposts machine", RoleType.ENTERPRISE, Set.of(READ_ACCOUNT_META, USE_OUTPOSTS_MACHINE));

  private final String title;
  private final RoleType type;

  @SuppressWarnings("ImmutableEnumChecker") // collected into an unmodifiable one
  private final Set<Permission> permissions;

  BuiltinRole(String title, RoleType type, Set<Permission> permissions) {
    this.title = title;
    this.type = type;
    this.permissions = Permission.closure(permissions);
  }

  private static Set<Permission> where(Predicate<Permission> wanted) {
    return Arrays.stream(Permission.values()).filter(wanted).collect(Collectors.toSet());
  }

  public String roleId() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role's name for people; roles of different types may share one. */
  public String title() {
    return title;
  }

  public RoleType type() {
    return type;
  }

  /** Whether the account's administrators see it among its roles and may assign it. */
  public boolean isPublic() {
    return this != OUTPOSTS_MACHINE;
  }

  public static Optional<BuiltinRole> of(String roleId) {
    return Arrays.stream(values()).filter(role -> role.roleId().equals(roleId)).findFirst();
  }

  public static List<String> granting(Permission permission) {
    return Arrays.stream(values())
        .filter(role -> role.permissions.contains(permission))
        .map(BuiltinRole::roleId)
        .toList();
  }

  /** What the role grants, implied permissions included. */
  public Set<Permission> permissions() {
    return permissions;
  }
}
