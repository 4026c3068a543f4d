package io.agentservice.server.agent.driver.mcp;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServers;
import io.agentservice.server.context.secrets.Secrets;
import java.util.function.Function;

/** What the MCP servers of sessions are made of; {@code policies} are those of organizations. */
public record McpSources(
    McpServers servers,
    Secrets secrets,
    OutsideHttp http,
    Function<OrgId, AllowedHosts> policies) {}
