package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

interface CycleLimitSql {
  /** In their order. */
  @SqlQuery(
      """
      SELECT scope, acu_limit, used, needed
        FROM cycle_limits(:sessionId, :cycleDay, nullif(:ofAccount, 0), nullif(:ofOwner, 0), :groups)
      """)
  List<Row> of(SessionId sessionId, int cycleDay, int ofAccount, int ofOwner, boolean groups);

  /** {@code used} is booked in this cycle; {@code needed} adds calls in flight. */
  record Row(String scope, int acuLimit, BigDecimal used, BigDecimal needed) {}

  /** Those who reserve against limits of the account go one after the other. */
  @SqlQuery("SELECT pg_advisory_xact_lock(hashtext('limits ' || :account)) IS NOT NULL")
  boolean lock(AccountId account);
}
