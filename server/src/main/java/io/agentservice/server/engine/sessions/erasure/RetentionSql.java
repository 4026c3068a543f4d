package io.agentservice.server.engine.sessions.erasure;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;

interface RetentionSql {
  @SqlQuery(
      "SELECT session_days FROM organization WHERE org_id = :orgId AND session_days IS NOT NULL")
  Optional<Integer> days(OrgId orgId);

  /** Null: none of its own. */
  @SqlUpdate(
      """
      UPDATE organization SET session_days = :days, updated_at = greatest(updated_at, now())
       WHERE account_id = :accountId AND org_id = :orgId
      """)
  void replace(AccountId accountId, OrgId orgId, @Nullable Integer days);
}
