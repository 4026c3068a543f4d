package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.mcp.McpException.Fate;
import io.agentservice.wire.text.Cut;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A conversation with one server; for one thread at a time. */
final class McpClient {
  private static final String NEWEST = "2025-11-25";
  private static final Set<String> VERSIONS =
      Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST);
  private static final int MOST_PAGES = 20;

  /** Of what a server says of a failure. */
  private static final int MOST_WORDS = 500;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final McpChannel channel;
  private final String prefix;
  private int requests;
  private boolean connected;

  McpClient(McpChannel channel) {
    this.channel = channel;
    var salt = new byte[4];
    RANDOM.nextBytes(salt);
    this.prefix = HexFormat.of().formatHex(salt) + "-";
  }

  /** All its tools as it tells of them. */
  List<JsonNode> tools(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    connect(limit);
    var tools = new ArrayList<JsonNode>();
    var params = JsonRpc.JSON.createObjectNode();
    for (int page = 0; page < MOST_PAGES; page++) {
      var result =
          ask("tools/list", params, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
      if (!result.path("tools").isArray()) {
        throw new McpException(Fate.NOT_DONE, "its list of tools is no list");
      }
      result.path("tools").forEach(tools::add);
      String cursor = result.path("nextCursor").asString("");
      if (cursor.isEmpty()) {
        return tools;
      }
      params = JsonRpc.JSON.createObjectNode().put("cursor", cursor);
    }
    throw new McpException(
        Fate.NOT_DONE, "its list of tools has more than %d pages".formatted(MOST_PAGES));
  }

  /** Calls a tool; once more, on a new session, when the server knows ours no more. */
  JsonNode call(String tool, ObjectNode arguments, Duration limit) {
    var params = JsonRpc.JSON.createObjectNode().put("name", tool);
    params.set("arguments", arguments);
    connect(limit);
    try {
      return ask("tools/call", params, limit);
    } catch (McpException e) {
      if (e.fate() != Fate.SESSION_GONE) {
        throw e;
      }
      connected = false;
      connect(limit);
      return ask("tools/call", params, limit);
    }
  }

  private void connect(Duration limit) {
    if (connected) {
      return;
    }
    var params = JsonRpc.JSON.createObjectNode().put("protocolVersion", NEWEST);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "agent-service").put("version", "1");
    String version = ask("initialize", params, limit).path("protocolVersion").asString("");
    if (!VERSIONS.contains(version)) {
      throw new McpException(
          Fate.NOT_DONE,
          "it speaks version %s of the protocol, which is not known here".formatted(cut(version)));
    }
    channel.agreed(version);
    channel.tell(
        JsonRpc.message("notifications/initialized", JsonRpc.JSON.createObjectNode()), limit);
    connected = true;
  }

  private JsonNode ask(String method, ObjectNode params, Duration limit) {
    var answer = channel.exchange(JsonRpc.request(prefix + ++requests, method, params), limit);
    if (answer.path("error").isObject()) {
      throw new McpException(
          Fate.NOT_DONE,
          "it refuses %s: %s"
              .formatted(method, cut(answer.path("error").path("message").asString(""))));
    }
    if (!answer.path("result").isObject()) {
      throw new McpException(Fate.UNKNOWN, "its answer to %s has no result".formatted(method));
    }
    return answer.path("result");
  }

  private static String cut(String text) {
    return text.length() <= MOST_WORDS ? text : Cut.to(MOST_WORDS, text) + " ...";
  }
}
