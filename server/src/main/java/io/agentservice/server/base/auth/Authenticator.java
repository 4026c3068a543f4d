package io.agentservice.server.base.auth;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the principal of an {@code Authorization} header or a web session (auth.md 1), for a moment
 * from memory ({@link ShortLivedCache}).
 */
public final class Authenticator {
  private static final String SCHEME = "bearer ";
  private static final Pattern BAR = Pattern.compile("\\|");
  private static final Pattern COMMA = Pattern.compile(",");

  private final Database database;
  private final ShortLivedCache<String, Principal> recent = new ShortLivedCache<>();

  public Authenticator(Database database) {
    this.database = database;
  }

  public Principal authenticate(@Nullable String authorization) {
    if (authorization == null || authorization.isBlank()) {
      throw Problem.unauthorized(
              "credentials_missing",
              "The request carries no credential",
              "Send the header Authorization: Bearer <key>")
          .exception();
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw invalid("Send the key with the scheme Bearer");
    }
    String token = authorization.substring(SCHEME.length()).strip();
    var digest = Tokens.digest(token);
    return recent.get(
        HexFormat.of().formatHex(digest),
        () ->
            caller(
                database
                    .with(CredentialSql.class, sql -> sql.find(digest))
                    .orElseThrow(
                        () -> invalid("Check the key, or make a new one in the settings"))));
  }

  /** What was found a moment ago: see {@link ShortLivedCache}. */
  public void forget() {
    recent.forget();
  }

  /** The caller by his web session's token; throws a 401 with the code that says why. */
  public Principal authenticateWeb(String token) {
    var row =
        WebSessions.wellFormed(token)
            ? database.with(CredentialSql.class, sql -> sql.findOfWebSession(Tokens.digest(token)))
            : Optional.<CredentialSql.Row>empty();
    var principal = caller(row.orElseThrow(() -> invalid("Sign in again")));
    return principal.kind() == Principal.Kind.PAT_USER
        ? principal.as(Principal.Kind.USER)
        : principal;
  }

  private Principal caller(CredentialSql.Row row) {
    if (row.revoked()) {
      throw Problem.unauthorized("credentials_revoked", "The key was revoked", "Use another key")
          .exception();
    }
    if (row.expired()) {
      throw Problem.unauthorized("credentials_expired", "The key has expired", "Make a new key")
          .exception();
    }
    if (row.useIsNews()) {
      database.with(
          CredentialSql.class,
          sql -> {
            sql.used(row.keyId());
            return true;
          });
    }
    return principal(row);
  }

  private static RuntimeException invalid(String hint) {
    return Problem.unauthorized("credentials_invalid", "The credential is not known", hint)
        .exception();
  }

  private static Principal principal(CredentialSql.Row row) {
    Set<Permission> account = EnumSet.of(Permission.READ_ACCOUNT_META);
    Map<OrgId, Set<Permission>> organizations = new LinkedHashMap<>();
    var holder = row.holder();
    for (String assignment : holder.roles()) {
      var parts = BAR.splitAsStream(assignment).toList();
      var permissions =
          BuiltinRole.of(parts.get(1))
              .map(BuiltinRole::permissions)
              .orElseGet(() -> custom(parts.getLast()));
      if (parts.getFirst().isEmpty()) {
        account.addAll(permissions);
      } else {
        organizations
            .computeIfAbsent(new OrgId(parts.getFirst()), _ -> EnumSet.noneOf(Permission.class))
            .addAll(permissions);
      }
    }
    String org = row.keyOrgId() == null ? holder.homeOrgId() : row.keyOrgId();
    var kind = Principal.Kind.valueOf(row.kind());
    if (kind == Principal.Kind.LEGACY_SERVICE && org != null) {
      organizations.put(new OrgId(org), BuiltinRole.ORG_MEMBER.permissions());
    }
    return new Principal(
        kind,
        holder.principalId(),
        holder.principalName(),
        holder.email(),
        new AccountId(row.accountId()),
        new KeyId(row.keyId()),
        row.keyName(),
        org == null ? null : new OrgId(org),
        account,
        organizations);
  }

  /** A permission that this version of the server does not know grants nothing. */
  private static Set<Permission> custom(String names) {
    return Permission.closure(Permission.of(COMMA.splitAsStream(names).toList()));
  }
}
