package io.agentservice.server.engine.outposts;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface GrantedHostSql {
  /** Nothing for a session that has so many. */
  @SqlUpdate(
      """
      INSERT INTO granted_host (session_id, host)
      SELECT :session, :host
       WHERE (SELECT count(*) FROM granted_host WHERE session_id = :session) < :most
          ON CONFLICT DO NOTHING
      """)
  void insert(SessionId session, String host, int most);

  @SqlQuery("SELECT EXISTS (SELECT FROM granted_host WHERE session_id = :session AND host = :host)")
  boolean has(SessionId session, String host);

  /** In the order of their names. */
  @SqlQuery(
      """
      SELECT session_id, host FROM granted_host WHERE session_id = ANY (:sessions)
       ORDER BY session_id, host
      """)
  List<Row> of(List<SessionId> sessions);

  @SqlUpdate("DELETE FROM granted_host WHERE session_id = ANY (:sessions)")
  void erase(List<SessionId> sessions);

  record Row(SessionId sessionId, String host) {}
}
