package io.agentservice.server.base.auth;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where a role is held: in the whole account, or in one organization (auth.md 4). */
public enum RoleType {
  ENTERPRISE,
  ORG;

  public static final List<String> WORDS = Arrays.stream(values()).map(RoleType::word).toList();

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of one of {@link #WORDS}. */
  public static RoleType of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** What such a role is assigned in: an enterprise role in the account, else an organization. */
  public static RoleType in(Scope scope) {
    return scope.orgId() == null ? ENTERPRISE : ORG;
  }

  /** Whether such a role may hold a permission. */
  public boolean takes(Permission permission) {
    return this == ENTERPRISE || permission.scope() != Permission.Scope.ACCOUNT;
  }
}
