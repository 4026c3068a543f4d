package io.agentservice.server.identity.roles;

import io.agentservice.server.base.ids.RoleId;
import java.util.List;
import org.jspecify.annotations.Nullable;

record RoleJson(
    RoleId roleId,
    String roleName,
    String roleType,
    List<String> permissions,
    boolean isBuiltin,
    @Nullable Long createdAt) {

  static RoleJson of(Role role) {
    return new RoleJson(
        role.roleId(),
        role.name(),
        role.roleType().word(),
        role.permissions(),
        role.isBuiltin(),
        role.createdAt() == null ? null : role.createdAt().getEpochSecond());
  }
}
