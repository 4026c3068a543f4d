package io.agentservice.server.engine.children;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Permission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Who made a session, and what he may do where it is.
 *
 * @param roles builtin or not
 * @param permissions of those that are not, with commas
 */
public record Maker(Kind kind, String name, List<String> roles, String permissions) {
  /** What made it. */
  public enum Kind {
    HUMAN,
    SERVICE_USER,
    /** One that belongs to nobody. */
    KEY
  }

  public Maker {
    roles = List.copyOf(roles);
  }

  /** All that his roles give him there. */
  public Set<Permission> rights() {
    var all = EnumSet.noneOf(Permission.class);
    all.addAll(Permission.closure(Permission.of(List.of(permissions.split(",", -1)))));
    for (String role : roles) {
      BuiltinRole.of(role).ifPresent(builtin -> all.addAll(builtin.permissions()));
    }
    return all;
  }
}
