package io.agentservice.server.identity.roles;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.RoleType;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.ids.RoleId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code permissions} are sorted names; {@code createdAt} is null if built in. */
public record Role(
    RoleId roleId,
    String name,
    RoleType roleType,
    List<String> permissions,
    @Nullable Instant createdAt) {

  public record Summary(RoleId roleId, String roleName, String roleType) {}

  static Role of(BuiltinRole role) {
    return new Role(
        new RoleId(role.roleId()),
        role.title(),
        role.type(),
        Permission.names(role.permissions()),
        null);
  }

  /** Whether every installation has it. */
  public boolean isBuiltin() {
    return createdAt == null;
  }

  /** What it grants, with all that is implied. */
  public Set<Permission> granted() {
    return Permission.closure(Permission.of(permissions));
  }

  /** Whether the caller holds all of it there. */
  boolean isWithin(Principal caller, Scope scope) {
    var org = scope.orgId();
    var held = org == null ? caller.accountRole() : caller.in(org);
    return held.containsAll(granted());
  }
}
