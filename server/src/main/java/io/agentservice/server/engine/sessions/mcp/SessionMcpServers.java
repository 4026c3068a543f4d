package io.agentservice.server.engine.sessions.mcp;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.context.mcp.McpServerContent;
import java.util.List;

/** What was given to sessions at their creation, beside what their organizations have. */
public record SessionMcpServers(Database database) {

  /** Of a session that was just made. */
  public static void keep(Tx tx, SessionId id, List<McpServerContent> servers) {
    var sql = tx.on(SessionMcpServerSql.class);
    servers.forEach(one -> sql.insert(id, one.name(), Json.MAPPER.writeValueAsString(one)));
  }

  /** By name. */
  public List<McpServerContent> of(SessionId id) {
    return database.with(SessionMcpServerSql.class, sql -> sql.of(id)).stream()
        .map(content -> Json.MAPPER.readValue(content, McpServerContent.class))
        .toList();
  }
}
