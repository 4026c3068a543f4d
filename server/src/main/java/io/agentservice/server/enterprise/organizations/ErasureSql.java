package io.agentservice.server.enterprise.organizations;

import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** Which deleted organizations have left something to be erased. */
interface ErasureSql {
  /** Those that are due, in random order so that a failing one does not delay the same others. */
  @SqlQuery(
      """
      SELECT o.org_id FROM organization o
       WHERE o.deleted_at < now() - make_interval(days => :days) AND o.erased_at IS NULL
         AND NOT EXISTS (SELECT FROM session s
                          WHERE s.org_id = o.org_id AND s.status NOT IN ('EXIT', 'ERROR'))
       ORDER BY random()
      """)
  List<OrgId> due(int days);

  /** Locks it; empty when it is locked. */
  @SqlQuery(
      """
      SELECT org_id FROM organization
       WHERE org_id = :orgId AND deleted_at IS NOT NULL AND erased_at IS NULL
         FOR NO KEY UPDATE SKIP LOCKED
      """)
  Optional<OrgId> lock(OrgId orgId);

  @SqlUpdate("UPDATE organization SET erased_at = now() WHERE org_id = :orgId")
  void erased(OrgId orgId);
}
