package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.ids.OrgId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Which deleted organizations have left something to be erased. */
interface ErasureSql {
  /** One whose time is over, for one node at a time, to the end of the transaction. */
  @SqlQuery(
      """
      SELECT o.org_id FROM organization o
       WHERE o.deleted_at < now() - make_interval(days => :days) AND o.erased_at IS NULL
         AND NOT EXISTS (SELECT FROM session s
                          WHERE s.org_id = o.org_id AND s.status NOT IN ('EXIT', 'ERROR'))
       ORDER BY o.deleted_at
       LIMIT 1
         FOR NO KEY UPDATE SKIP LOCKED
      """)
  Optional<OrgId> due(int days);

  @SqlUpdate("UPDATE organization SET erased_at = now() WHERE org_id = :orgId")
  void erased(OrgId orgId);
}
