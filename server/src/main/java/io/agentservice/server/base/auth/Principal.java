package io.agentservice.server.base.auth;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param homeOrg of a service user or legacy key; null at enterprise level
 * @param accountRole permissions of his account role; org-scoped ones hold in every organization
 * @param orgRoles permissions by organization, in the order of the organizations' names
 */
public record Principal(
    Kind kind,
    String id,
    String name,
    @Nullable String email,
    AccountId accountId,
    KeyId keyId,
    String keyName,
    @Nullable OrgId homeOrg,
    Set<Permission> accountRole,
    Map<OrgId, Set<Permission>> orgRoles) {

  /** By what a principal came in, and so which API serves him (auth.md 1). */
  public enum Kind {
    SERVICE_USER,
    PAT_USER,
    /** A human through his browser; of a stored key: one made by his sign-in, which nobody sees. */
    USER,
    LEGACY_USER,
    LEGACY_SERVICE;

    public boolean isHuman() {
      return this == PAT_USER || this == USER || this == LEGACY_USER;
    }

    public boolean isLegacy() {
      return this == LEGACY_USER || this == LEGACY_SERVICE;
    }
  }

  Principal as(Kind other) {
    return new Principal(
        other, id, name, email, accountId, keyId, keyName, homeOrg, accountRole, orgRoles);
  }

  /** Whether he holds it in the account. */
  public boolean holds(Permission permission) {
    return accountRole.contains(permission);
  }

  /** Whether he holds it in the organization, through his role there or his account role. */
  public boolean holds(Permission permission, OrgId org) {
    return orgRoles.getOrDefault(org, Set.of()).contains(permission)
        || (permission.scope() != Permission.Scope.ACCOUNT && holds(permission));
  }

  /** Everything he holds in an organization. */
  public Set<Permission> in(OrgId org) {
    var held = EnumSet.noneOf(Permission.class);
    held.addAll(orgRoles.getOrDefault(org, Set.of()));
    accountRole.stream().filter(p -> p.scope() != Permission.Scope.ACCOUNT).forEach(held::add);
    return Collections.unmodifiableSet(held);
  }

  /**
   * The organization of clients that know only one (auth.md 2; completions.md 13.16): his own, or a
   * human's first by name; may be null.
   */
  public @Nullable OrgId organization() {
    return kind == Kind.PAT_USER || kind == Kind.USER
        ? orgRoles.keySet().stream().findFirst().orElse(null)
        : homeOrg;
  }

  /** A nameless service principal is named by its key's id (completions.md 13.13). */
  public String author() {
    return kind == Kind.LEGACY_SERVICE ? keyId.value() : id;
  }

  /** The user id of a human, else null. */
  public @Nullable String userId() {
    return kind.isHuman() ? id : null;
  }

  public @Nullable String serviceUserId() {
    return kind == Kind.SERVICE_USER ? id : null;
  }
}
