package io.agentservice.server.engine.approvals;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Permission;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What organizations want to be asked about. */
public final class ApprovalPolicies {
  private final Database database;

  public ApprovalPolicies(Database database) {
    this.database = database;
  }

  public ApprovalPolicy get(OrgId org) {
    return database.with(ApprovalSql.class, sql -> sql.policyOf(org)).policy();
  }

  ApprovalPolicy replace(OrgId org, ApprovalPolicy policy, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(ApprovalSql.class);
      var before = sql.policyOf(org).policy();
      sql.replace(
          caller.principal().accountId(),
          org,
          policy.mode().word(),
          List.copyOf(policy.commands()));
      Audit.record(
          tx,
          caller,
          "update_org_settings",
          org,
          Map.of(
              "setting",
              "approvals",
              "changes",
              Map.of(
                  "mode", Map.of("old", before.mode().word(), "new", policy.mode().word()),
                  "commands", Map.of("old", before.commands(), "new", policy.commands()))));
      return policy;
    });
  }

  /**
   * Whoever may answer for a session may also make one that asks for less than its organization
   * wants; 403 for others. {@code mode} null: the organization's.
   */
  public void checkLaxer(OrgId org, boolean bypasses, @Nullable ApprovalMode mode, Caller caller) {
    if (mode == null && !bypasses) {
      return;
    }
    boolean may = caller.principal().holds(Permission.MANAGE_ORG_SESSIONS, org);
    var asked = mode == null || bypasses ? ApprovalMode.NEVER : mode;
    if (!may && asked.compareTo(get(org).mode()) < 0) {
      String name = Permission.MANAGE_ORG_SESSIONS.wireName();
      throw Problem.forbidden(
              "permission_denied",
              "Needs %s in organization %s to ask for fewer approvals than it wants"
                  .formatted(name, org))
          .with("required_permission", name)
          .exception();
    }
  }
}
