package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.mcp.tokens.Grant;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, with what it is to be given.
 *
 * @param allowedTools null: all
 */
public record McpEndpoint(String name, Target target, @Nullable List<String> allowedTools) {
  public McpEndpoint {
    allowedTools = allowedTools == null ? null : List.copyOf(allowedTools);
  }

  /** How it is spoken to. */
  public sealed interface Target {}

  /** From here; {@code grant} null: it wants no token. */
  public record Http(URI url, List<Header> headers, @Nullable Grant grant) implements Target {
    public Http {
      headers = List.copyOf(headers);
    }

    @Override
    public String toString() {
      return "Http[" + url + "]";
    }
  }

  /** {@code secret} in clear, behind the prefix. */
  public record Header(String name, String prefix, String secret) {
    @Override
    public String toString() {
      return "Header[" + name + "]";
    }
  }

  /** On the machine; {@code environment}: variables of the session that it gets. */
  public record Program(String command, List<String> args, List<String> environment)
      implements Target {
    public Program {
      args = List.copyOf(args);
      environment = List.copyOf(environment);
    }
  }

  /** It must not, or can't, be used. {@code reason}: why, in a phrase. */
  public record Unusable(String reason) implements Target {}
}
