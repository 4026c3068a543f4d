package io.agentservice.server.http;

import io.agentservice.server.auth.Authenticator;
import io.agentservice.server.auth.Permission;
import io.agentservice.server.auth.Principal;
import io.agentservice.server.db.Database;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.problems.Problem;
import io.javalin.http.Context;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a caller may make a request: credential, organization, permission, in this order
 * (completions.md 8.2).
 */
public final class Gate {
  private final Authenticator authenticator;
  private final Database database;

  public Gate(Authenticator authenticator, Database database) {
    this.authenticator = authenticator;
    this.database = database;
  }

  /**
   * The caller, by his credential; a legacy key is good for v1 and v2 only, any other for the rest
   * only.
   */
  Principal authenticate(Context context) {
    var principal = authenticator.authenticate(context.header("Authorization"));
    boolean legacyPath = context.path().startsWith("/v1/") || context.path().startsWith("/v2/");
    if (principal.kind().isLegacy() != legacyPath) {
      throw Problem.unauthorized(
              "credentials_invalid",
              "The credential is not good for this API",
              legacyPath
                  ? "Use a legacy key (apk_...)"
                  : "Use a service user key or a personal token")
          .exception();
    }
    return principal;
  }

  /**
   * The organization of the path when the route has one and the caller may act there; null for
   * account routes.
   */
  @Nullable OrgId permit(Access access, Principal principal, Context context) {
    switch (access) {
      case Access.Open(), Access.SignedIn() -> {}
      case Access.InAccount(var anyOf) -> {
        if (anyOf.stream().noneMatch(principal::holds)) {
          throw denied(anyOf, "the account");
        }
      }
      case Access.InOrganization(var anyOf) -> {
        var org = visible(principal, context.pathParam("org_id"));
        if (anyOf.stream().noneMatch(permission -> principal.holds(permission, org))) {
          throw denied(anyOf, "organization " + org);
        }
        return org;
      }
    }
    return null;
  }

  private OrgId visible(Principal principal, String text) {
    var org = OrgId.parse(text);
    boolean visible =
        org != null
            && (principal.orgRoles().containsKey(org)
                || (!principal.in(org).isEmpty()
                    && database.with(
                        GateSql.class,
                        sql ->
                            sql.organizationExists(principal.accountId().value(), org.value()))));
    if (org == null || !visible) {
      throw Problem.notFound("organization").exception();
    }
    return org;
  }

  private static RuntimeException denied(Set<Permission> anyOf, String where) {
    var names =
        anyOf.stream().map(Permission::wireName).sorted().collect(Collectors.joining(" or "));
    return Problem.forbidden("permission_denied", "Needs %s in %s".formatted(names, where))
        .with("required_permission", names)
        .exception();
  }
}
