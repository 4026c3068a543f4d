package io.agentservice.server.agent.loop.mcp;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a session has of MCP servers.
 *
 * @param look answers them as they are now, by name
 * @param http by which those of HTTP are asked
 */
public record McpAccess(Supplier<List<McpEndpoint>> look, McpHttp http) {
  /** Of no server. */
  public static final McpAccess NONE = new McpAccess(List::of, new McpHttp(Set.of()));
}
