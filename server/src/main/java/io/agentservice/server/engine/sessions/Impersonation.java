package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.engine.messages.Messages;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Acting for a human (api-org.md 1.2): who may, and in whose name it then stands. */
final class Impersonation {
  private static final List<String> ROLES = BuiltinRole.granting(Permission.USE_AGENT_SESSIONS);
  private static final List<String> PERMISSIONS =
      Permission.names(Permission.USE_AGENT_SESSIONS.implying());

  private Impersonation() {}

  /** Acting for another needs ImpersonateOrgSessions; he must be a member who may use sessions. */
  static void check(
      SessionSql sql, OrgId org, @Nullable String userId, String field, Caller caller) {
    if (userId == null) {
      return;
    }
    checkPermission(org, caller);
    if (user(sql, org, userId, caller).isEmpty()) {
      throw unknown(field);
    }
  }

  static void checkPermission(OrgId org, Caller caller) {
    if (!caller.principal().holds(Permission.IMPERSONATE_ORG_SESSIONS, org)) {
      String name = Permission.IMPERSONATE_ORG_SESSIONS.wireName();
      throw Problem.forbidden(
              "permission_denied", "Needs %s in organization %s".formatted(name, org))
          .with("required_permission", name)
          .exception();
    }
  }

  private static Optional<String> user(SessionSql sql, OrgId org, String userId, Caller caller) {
    return sql.sessionUser(caller.principal().accountId(), org, userId, ROLES, PERMISSIONS);
  }

  private static RuntimeException unknown(String field) {
    return Problem.invalid(
            new Failure(
                List.of("body", field), "No such thing in this organization", "unknown_reference"))
        .exception();
  }

  /** Who writes a message: the human that he acts for, else the caller. */
  static Messages.Author author(
      SessionSql sql, OrgId org, String origin, Caller caller, @Nullable String asUserId) {
    var principal = caller.principal();
    return asUserId == null
        ? new Messages.Author(origin, principal.userId(), principal.name())
        : new Messages.Author(origin, asUserId, user(sql, org, asUserId, caller).orElse(null));
  }
}
