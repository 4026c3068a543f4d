package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SessionErasureSql {
  @SqlQuery(
      """
      SELECT s.session_id FROM session s
       WHERE s.org_id = :orgId
         AND NOT EXISTS (SELECT FROM queue_entry q WHERE q.session_id = s.session_id)
       LIMIT :most
      """)
  List<SessionId> forgotten(OrgId orgId, int most);

  @SqlQuery("SELECT EXISTS (SELECT FROM session WHERE org_id = :orgId)")
  boolean anyLeft(OrgId orgId);

  /** With what is theirs alone. */
  @SqlUpdate(
      """
      WITH secrets AS (
        DELETE FROM session_secret WHERE session_id = ANY (:sessions)
      ), analyses AS (
        DELETE FROM session_analysis WHERE session_id = ANY (:sessions)
      )
      DELETE FROM session WHERE session_id = ANY (:sessions)
      """)
  void erase(List<SessionId> sessions);
}
