package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a session has of MCP servers.
 *
 * @param look answers them as they are now, by name
 * @param http by which those of HTTP are asked
 */
public record McpAccess(Supplier<List<McpEndpoint>> look, OutsideHttp http) {
  /** Of no server. */
  public static final McpAccess NONE =
      new McpAccess(
          List::of, new OutsideHttp(new OutsideHosts(Set.of(), "AGENT_MCP_PRIVATE_HOSTS")));
}
