package io.agentservice.server.engine.sessions.mcp;

import io.agentservice.server.base.ids.SessionId;
import java.util.List;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface SessionMcpServerSql {
  @SqlUpdate(
      "INSERT INTO session_mcp_server (session_id, name, content) VALUES (:sessionId, :name, :content)")
  void insert(SessionId sessionId, String name, String content);

  @SqlQuery("SELECT content FROM session_mcp_server WHERE session_id = :sessionId ORDER BY name")
  List<String> of(SessionId sessionId);
}
