package io.agentservice.server.agent.machines;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface MachineAccessSql {
  @SqlQuery("SELECT machine_access FROM organization WHERE org_id = :orgId")
  boolean enabled(OrgId orgId);

  /** Those of the organizations that do not have it, or are gone. */
  @SqlQuery(
      """
      SELECT o.id FROM unnest(:orgs::text[]) AS o(id)
       WHERE NOT EXISTS (SELECT FROM organization WHERE org_id = o.id AND machine_access)
      """)
  List<OrgId> without(Collection<OrgId> orgs);

  @SqlUpdate(
      """
      UPDATE organization SET machine_access = :enabled, updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void replace(AccountId accountId, OrgId orgId, boolean enabled);
}
