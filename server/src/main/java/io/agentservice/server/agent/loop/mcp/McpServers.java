package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvent.McpServer;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The MCP servers of a session: a fold over the log. What was listed before the model's first turn
 * stays, so that every prompt begins with the same bytes.
 */
public final class McpServers {
  /** The tool by which the model calls one that it has found by a search. */
  public static final String CALL_TOOL = "call_tool";

  /** What providers take for a tool's name. */
  private static final Pattern CALLABLE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** A tool and whose it is. */
  public record Offered(String server, McpTool tool) {}

  private final Map<String, McpServer> settled = new LinkedHashMap<>();
  private final List<String> commands = new ArrayList<>();
  private boolean closed;

  /** Also of other events: with the first turn the list is closed. */
  public void add(LoopEvent event) {
    if (event instanceof LoopEvent.ModelTurn) {
      closed = true;
    } else if (event instanceof McpServer news) {
      if (news.commandId() != null) {
        commands.add(news.commandId());
      }
      if (news.standing() != McpStanding.STARTING) {
        settled.putIfAbsent(news.server(), news);
      }
    }
  }

  /** What the model is told of it; null for nothing. */
  public static @Nullable String words(McpServer news) {
    return news.standing() == McpStanding.UNAVAILABLE
        ? "The tools of the MCP server %s are missing: %s. Go on without them."
            .formatted(news.server(), news.reason())
        : null;
  }

  /** Whether the session may still get tools of that server. */
  public boolean awaits(String server) {
    return !closed && !settled.containsKey(server);
  }

  /** Whether the model has spoken. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * All tools, by server, in the order in which they were listed; but for those whose name holds a
   * secret, which no model could call.
   */
  public List<Offered> tools() {
    return settled.values().stream()
        .flatMap(server -> server.tools().stream().map(tool -> new Offered(server.server(), tool)))
        .filter(offered -> CALLABLE.matcher(offered.tool().name()).matches())
        .toList();
  }

  /** The tool that the model calls so. */
  public Optional<Offered> find(String name) {
    return tools().stream().filter(offered -> offered.tool().name().equals(name)).findFirst();
  }

  /** What a call is of, which may be one that was found. */
  public Optional<Offered> of(String name, JsonNode input) {
    return find(name.equals(CALL_TOOL) ? input.path("name").asString("") : name);
  }

  /** Ids of the programs that were started. */
  public Set<String> commands() {
    return new HashSet<>(commands);
  }
}
