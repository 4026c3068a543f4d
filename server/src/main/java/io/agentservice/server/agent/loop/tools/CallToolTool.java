package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.mcp.McpServers.Offered;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls a tool that {@link SearchToolsTool} has found. */
final class CallToolTool extends Tool {
  static final ToolSpec SPEC =
      Schemas.spec(
          McpServers.CALL_TOOL,
          """
          Calls a tool that search_tools has shown.
          """,
          """
          {
            "type": "object",
            "properties": {
              "name": {"type": "string", "description": "The whole name, such as mcp__tracker__create_issue"},
              "arguments": {"type": "object", "description": "What the tool takes, by its schema"}
            },
            "required": ["name", "arguments"]
          }
          """);

  private final McpServers servers;

  CallToolTool(McpServers servers) {
    super(SPEC);
    this.servers = servers;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    offered(input);
    arguments(input);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return McpServerTool.ask(offered(call.input()), arguments(call.input()), context);
  }

  @Override
  public Outcome recover(Call call, ToolContext context) {
    return McpServerTool.unknown(offered(call.input()));
  }

  private Offered offered(Input input) {
    String name = input.words("name");
    return servers
        .find(name)
        .orElseThrow(() ->
            new ToolInputException(
                "There is no tool %s of a server: find it by search_tools.".formatted(name)));
  }

  private static ObjectNode arguments(Input input) {
    if (input.any("arguments") instanceof ObjectNode arguments) {
      return arguments;
    }
    throw new ToolInputException("arguments must be an object.");
  }
}
