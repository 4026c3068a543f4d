package io.agentservice.server.context.mcp;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.http.lists.Window;
import io.agentservice.server.base.ids.McpServerId;
import io.agentservice.server.base.ids.OrgId;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

interface McpServerSql {
  String SELECT =
      """
      SELECT m.mcp_server_id, m.org_id, m.name, m.transport, m.url, m.headers, m.oauth, m.command, m.args, m.environment,
             m.allowed_tools, m.is_enabled, m.created_by, m.created_at, m.updated_at
        FROM mcp_server m
      """;

  String OWN = " WHERE m.account_id = :accountId AND m.org_id = :orgId ";

  @SqlQuery(
      SELECT
          + OWN
          + """
             AND (:beforeTime::timestamptz IS NULL OR (m.created_at, m.mcp_server_id) < (:beforeTime, :beforeId))
           ORDER BY m.created_at DESC, m.mcp_server_id DESC
           LIMIT :limit
          """)
  List<McpServer> list(@BindMethods Scope scope, @BindMethods Window window);

  @SqlQuery("SELECT count(*) FROM (SELECT FROM mcp_server m " + OWN + " LIMIT :most) AS matching")
  long count(@BindMethods Scope scope, long most);

  @SqlQuery(SELECT + OWN + " AND m.mcp_server_id = :mcpServerId")
  Optional<McpServer> find(@BindMethods Scope scope, McpServerId mcpServerId);

  @SqlQuery(SELECT + OWN + " AND m.mcp_server_id = :mcpServerId FOR UPDATE OF m")
  Optional<McpServer> lock(@BindMethods Scope scope, McpServerId mcpServerId);

  /** Those that are on, by name. */
  @SqlQuery(SELECT + " WHERE m.org_id = :orgId AND m.is_enabled ORDER BY m.name")
  List<McpServer> enabled(OrgId orgId);

  /** Whoever adds one waits for whoever else does. */
  @SqlQuery(
      "SELECT pg_advisory_xact_lock(hashtextextended('mcp servers ' || :orgId, 0)) IS NOT NULL")
  boolean lockAll(@BindMethods Scope scope);

  /** False when the organization has one of that name. */
  @SqlUpdate(
      """
      INSERT INTO mcp_server (mcp_server_id, account_id, org_id, name, transport, url, headers, oauth, command, args, environment,
                              allowed_tools, is_enabled, created_by)
      VALUES (:mcpServerId, :accountId, :orgId, :name, lower(:transport), :http.url, :http.headers, :http.oauth, :program.command,
              :program.args, :program.environment, :allowedTools, :isEnabled, :author)
      ON CONFLICT (org_id, name) DO NOTHING
      """)
  boolean insert(
      McpServerId mcpServerId,
      @BindMethods Scope scope,
      @BindMethods McpServerContent content,
      String author);

  @SqlQuery(
      "SELECT EXISTS (SELECT FROM mcp_server m "
          + OWN
          + " AND m.name = :name AND m.mcp_server_id <> :but)")
  boolean nameTaken(@BindMethods Scope scope, String name, McpServerId but);

  @SqlUpdate(
      "UPDATE mcp_server m"
          + """
             SET name = :name, url = :http.url, headers = :http.headers, oauth = :http.oauth, command = :program.command, args = :program.args,
                 environment = :program.environment, allowed_tools = :allowedTools, is_enabled = :isEnabled,
                 updated_at = greatest(updated_at, now())
          """
          + OWN
          + " AND m.mcp_server_id = :mcpServerId")
  void update(
      @BindMethods Scope scope, McpServerId mcpServerId, @BindMethods McpServerContent content);

  @SqlUpdate("DELETE FROM mcp_server m " + OWN + " AND m.mcp_server_id = :mcpServerId")
  void delete(@BindMethods Scope scope, McpServerId mcpServerId);

  @SqlUpdate("DELETE FROM mcp_server WHERE org_id = :orgId")
  void erase(OrgId orgId);
}
