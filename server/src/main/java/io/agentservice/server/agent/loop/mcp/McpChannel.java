package io.agentservice.server.agent.loop.mcp;

import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Carries messages of JSON-RPC to one server; for one thread at a time. */
interface McpChannel {
  /** What a server says before it answers, and its answer, are at most so many bytes. */
  int MOST_BYTES = 4 << 20;

  /** Sends a request, and answers what comes back for it; throws {@link McpException}. */
  ObjectNode exchange(ObjectNode request, Duration limit);

  /** Sends what is not answered. */
  void tell(ObjectNode message, Duration limit);

  /** The version that both sides speak from now on. */
  void agreed(String version);
}
