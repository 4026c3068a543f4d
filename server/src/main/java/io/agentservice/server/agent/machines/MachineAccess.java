package io.agentservice.server.agent.machines;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Problem;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Whether people of an organization may use the machines of its sessions themselves. */
public final class MachineAccess {
  private final Database database;

  MachineAccess(Database database) {
    this.database = database;
  }

  boolean enabled(OrgId org) {
    return database.with(MachineAccessSql.class, sql -> sql.enabled(org));
  }

  /** 404 where it is switched off. */
  public void require(OrgId org) {
    if (!enabled(org)) {
      throw Problem.other(
              404,
              "feature_disabled",
              "People may not use the machines of this organization's sessions",
              "Who has ManageOrgSettings can switch it on: PUT /v3/organizations/{org_id}/machine-access")
          .exception();
    }
  }

  /** Those of the organizations that do not have it. */
  public Set<OrgId> without(Collection<OrgId> orgs) {
    return orgs.isEmpty()
        ? Set.of()
        : new HashSet<>(database.with(MachineAccessSql.class, sql -> sql.without(orgs)));
  }

  boolean replace(OrgId org, boolean enabled, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(MachineAccessSql.class);
      boolean before = sql.enabled(org);
      sql.replace(caller.principal().accountId(), org, enabled);
      Audit.record(
          tx,
          caller,
          "update_org_settings",
          org,
          Map.of(
              "setting",
              "machine_access",
              "changes",
              Map.of("machine_access", Map.of("old", before, "new", enabled))));
      return enabled;
    });
  }
}
