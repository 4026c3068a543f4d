package io.agentservice.server.agent.driver.mcp;

import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServers;
import io.agentservice.server.context.secrets.Secrets;

/** What the MCP servers of sessions are made of. */
public record McpSources(
    McpServers servers, Secrets secrets, OutsideHttp http, AllowedHosts policy) {}
