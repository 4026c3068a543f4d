package io.agentservice.server.agent.driver.mcp;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServers;
import io.agentservice.server.context.secrets.Secrets;
import io.agentservice.server.engine.sessions.mcp.SessionMcpServers;
import java.util.function.Function;

/**
 * What the MCP servers of sessions are made of; {@code own} are those of a session alone, {@code
 * policies} those of organizations.
 */
public record McpSources(
    McpServers servers,
    SessionMcpServers own,
    Secrets secrets,
    OutsideHttp http,
    Function<OrgId, AllowedHosts> policies) {}
