package io.agentservice.server.base.http;

import io.agentservice.server.base.auth.Authenticator;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.ShortLivedCache;
import io.agentservice.server.base.auth.WebSessions;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.edge.Addresses;
import io.agentservice.server.base.http.limits.IpAccess;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.base.problems.ProblemException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks credential, organization and permission, in this order (completions.md 8.2). */
public final class Gate {
  public static final String CSRF_FIELD = "csrf_token";

  /** Takes every key. */
  public static final String AUTH_STATUS = "/v1/auth_status";

  /** The part of a path that names the organization. */
  static final String ORG_ID = "org_id";

  private final Authenticator authenticator;
  private final Database database;
  private final ShortLivedCache<Organization, OrgId> organizations = new ShortLivedCache<>();
  private final IpAccess addresses;
  private final Addresses own;

  private record Organization(AccountId account, OrgId org) {}

  /** {@code own}: where this service is. */
  public Gate(Authenticator authenticator, Database database, Addresses own) {
    this.authenticator = authenticator;
    this.database = database;
    this.own = own;
    this.addresses =
        new IpAccess(account -> database.with(GateSql.class, sql -> sql.ipRanges(account.value())));
  }

  /** The API that a path belongs to: each has its credentials. */
  enum Version {
    ONE,
    TWO,
    CURRENT,
    /** Whether a key is good at all (api-legacy.md 3): every key is, whichever API it is for. */
    ANY;

    static Version of(String method, String path) {
      if (path.equals(AUTH_STATUS)) {
        return ANY;
      }
      if (path.startsWith("/v1/") || isWithoutVersion(method, path)) {
        return ONE;
      }
      return path.startsWith("/v2/") ? TWO : CURRENT;
    }

    /** Addresses that are older than versions in paths (api-legacy.md 2, 3). */
    private static boolean isWithoutVersion(String method, String path) {
      return path.startsWith("/enterprise/")
          || (method.equals("DELETE") && path.startsWith("/sessions/"));
    }
  }

  /** What a caller shows of himself; one of both, or nothing. */
  record Credential(@Nullable String authorization, @Nullable String cookie, Version version) {
    static Credential of(Request request) {
      String authorization = request.header("Authorization");
      var version = Version.of(request.method(), request.path());
      // Cookies are for version 3 and the pages; the older and the fleet's APIs are for programs.
      boolean takesCookie =
          authorization == null
              && version == Version.CURRENT
              && !request.path().startsWith("/opbeta/");
      return new Credential(
          authorization, takesCookie ? request.cookie(WebSessions.COOKIE) : null, version);
    }

    /** Never shows the credential. */
    @Override
    public String toString() {
      return "Credential[" + version + "]";
    }
  }

  /** The caller, by his credential; his browser must also prove that a page of ours asks. */
  Principal authenticate(Request request, Access access) {
    var credential = Credential.of(request);
    var principal = authenticate(credential);
    if (credential.cookie() != null) {
      requireOurPage(credential.cookie(), request, access);
    }
    return principal;
  }

  /**
   * Checks that the key is good for this API: legacy ones for v1 and v2 only, any other for the
   * rest, and for v1 with an organization (completions.md 13).
   */
  Principal authenticate(Credential credential) {
    if (credential.cookie() != null) {
      return authenticator.authenticateWeb(credential.cookie());
    }
    var principal = authenticator.authenticate(credential.authorization());
    if (!isGoodFor(principal, credential.version())) {
      throw Problem.unauthorized(
              "credentials_invalid",
              "The credential is not good for this API",
              switch (credential.version()) {
                case CURRENT, ANY -> "Use a service user key or a personal token";
                case ONE -> "Use a legacy key (apk_...), or a key of an organization";
                case TWO -> "Use a legacy key (apk_...)";
              })
          .exception();
    }
    if (credential.version() == Version.TWO && !isAdministrator(principal)) {
      throw Problem.forbidden(
              "permission_denied", "Needs a personal legacy key of an administrator of the account")
          .exception();
    }
    return principal;
  }

  private static boolean isAdministrator(Principal principal) {
    return principal.kind().isHuman()
        && principal.accountRole().containsAll(Arrays.asList(Permission.values()));
  }

  private static boolean isGoodFor(Principal principal, Version version) {
    return switch (version) {
      case CURRENT -> !principal.kind().isLegacy();
      case ONE -> principal.organization() != null;
      case TWO -> principal.kind().isLegacy();
      case ANY -> true;
    };
  }

  /** A write must prove that it comes from a page of ours: by a header, or by a field of a form. */
  private static void requireOurPage(String token, Request request, Access access) {
    var method = request.method();
    boolean reads = method.equals("GET") || method.equals("HEAD");
    if (!reads && !WebSessions.isCsrfToken(token, csrfToken(request, access))) {
      throw Problem.forbidden("csrf_token_invalid", "The request does not come from our page")
          .exception();
    }
  }

  /**
   * Browsers let pages of everybody open websockets, with our cookie; what they can't do is to name
   * another page as the one that asks.
   */
  void requireOwnPage(Request request) {
    boolean cookie = Credential.of(request).cookie() != null;
    if (cookie && !own.origin().equals(request.header("Origin"))) {
      throw Problem.other(
              403,
              "origin_refused",
              "The request does not come from a page at " + own.origin(),
              "Open the service at that address, or have its operator set AGENT_BASE_URL")
          .exception();
    }
  }

  /** Only pages have forms: what the API is sent is read once the caller may send it. */
  private static String csrfToken(Request request, Access access) {
    String token = request.header("X-CSRF-Token");
    if (token == null && access instanceof Access.Page) {
      token = request.form(CSRF_FIELD);
    }
    return token == null ? "" : token;
  }

  /**
   * To be called after a committed change of permissions; other nodes follow in a tenth of a
   * second.
   */
  public void forget() {
    authenticator.forget();
    organizations.forget();
    addresses.forget();
  }

  /** From where the callers of an account may come. */
  public IpAccess addresses() {
    return addresses;
  }

  /** The organization of the path, if there is one, in which the caller may act. */
  @Nullable OrgId permit(Access access, Principal principal, @Nullable String orgOfPath) {
    switch (access) {
      case Access.Open _, Access.SignedIn _, Access.Page _, Access.OpenPage _ -> {}
      case Access.InAccount(var anyOf) -> {
        boolean holds = anyOf.stream().anyMatch(principal::holds);
        var org = orgOfPath == null ? null : visible(principal, orgOfPath, holds);
        if (!holds) {
          throw denied(anyOf, "the account");
        }
        return org;
      }
      case Access.InOrganizationOfThing(var anyOf) -> {
        if (anyOf.stream().noneMatch(permission -> holdsSomewhere(principal, permission))) {
          throw denied(anyOf, "the organization of this thing");
        }
      }
      case Access.InOrganization(var anyOf) -> {
        return permitIn(visible(principal, orgOfPath, false), anyOf, principal);
      }
      case Access.InKeyOrganization(var anyOf) -> {
        return permitIn(Objects.requireNonNull(principal.organization()), anyOf, principal);
      }
    }
    return null;
  }

  private static boolean holdsSomewhere(Principal principal, Permission permission) {
    return principal.holds(permission)
        || principal.orgRoles().keySet().stream().anyMatch(org -> principal.holds(permission, org));
  }

  /** The organization, or a 403 without one of the permissions. */
  public static OrgId permitIn(OrgId org, Set<Permission> anyOf, Principal principal) {
    if (anyOf.stream().noneMatch(permission -> principal.holds(permission, org))) {
      throw denied(anyOf, "organization " + org);
    }
    return org;
  }

  /** {@code all}: also organizations in which he holds nothing. */
  private OrgId visible(Principal principal, @Nullable String text, boolean all) {
    var org = text == null ? null : Id.parse(OrgId.class, text);
    if (org == null) {
      throw noOrganization();
    }
    if (principal.orgRoles().containsKey(org)) {
      return org;
    }
    if (!all && principal.in(org).isEmpty()) {
      throw noOrganization();
    }
    return organizations.get(
        new Organization(principal.accountId(), org), () -> existing(principal.accountId(), org));
  }

  private OrgId existing(AccountId account, OrgId org) {
    if (!database.with(
        GateSql.class, sql -> sql.organizationExists(account.value(), org.value()))) {
      throw noOrganization();
    }
    return org;
  }

  /** Unknown, deleted, or one in which the caller holds nothing: all look the same. */
  public static ProblemException noOrganization() {
    return Problem.other(
            404,
            "organization_not_found",
            "No such organization, or access to it is forbidden",
            null)
        .exception();
  }

  private static RuntimeException denied(Set<Permission> anyOf, String where) {
    var names =
        anyOf.stream().map(Permission::wireName).sorted().collect(Collectors.joining(" or "));
    return Problem.forbidden("permission_denied", "Needs %s in %s".formatted(names, where))
        .with("required_permission", names)
        .exception();
  }
}
