package io.agentservice.server.agent.loop.mcp.tokens;

import java.net.URI;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How we get a token for a server, by client credentials (RFC 6749, 4.4).
 *
 * @param secret in clear
 * @param tokenUrl null: as the server says
 * @param allowed hosts that may be asked
 */
public record Grant(
    String clientId,
    String secret,
    @Nullable URI tokenUrl,
    @Nullable String scope,
    Predicate<String> allowed) {
  @Override
  public String toString() {
    return "Grant[" + clientId + "]";
  }
}
