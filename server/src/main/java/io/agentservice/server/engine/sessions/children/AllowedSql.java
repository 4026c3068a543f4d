package io.agentservice.server.engine.sessions.children;

import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.ApprovalMode;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jspecify.annotations.Nullable;

interface AllowedSql {
  @SqlQuery(
      """
      SELECT bypass_approval, upper(approvals) AS approvals, secret_ids FROM session WHERE session_id = :id
      """)
  Allowed of(SessionId id);

  /** What a session may do without asking, and see; null: as its organization wants, and all. */
  record Allowed(
      boolean bypassApproval, @Nullable ApprovalMode approvals, @Nullable List<String> secretIds) {}
}
