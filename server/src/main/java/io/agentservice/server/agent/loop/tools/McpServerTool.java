package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpException;
import io.agentservice.server.agent.loop.mcp.McpServers.Offered;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A tool of an MCP server. */
final class McpServerTool extends Tool {
  private final Offered offered;

  McpServerTool(Offered offered) {
    super(spec(offered.tool()));
    this.offered = offered;
  }

  static ToolSpec spec(McpTool tool) {
    return new ToolSpec(tool.name(), tool.description(), (ObjectNode) tool.schema());
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    return ask(offered, call.input().json(), context);
  }

  /** What a server does can't be looked up. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return unknown(offered);
  }

  static Outcome unknown(Offered offered) {
    return Outcome.unknown("the call of the MCP server " + offered.server());
  }

  static Outcome ask(Offered offered, ObjectNode arguments, ToolContext context) {
    try {
      var result = context.mcp().call(offered.server(), offered.tool().tool(), arguments);
      return McpResults.of(result, context);
    } catch (McpException e) {
      String said = "The MCP server %s: %s.".formatted(offered.server(), e.phrase());
      return Outcome.error(
          switch (e.fate()) {
            case NOT_DONE, SESSION_GONE -> said + " Nothing was done.";
            case UNKNOWN ->
                said
                    + " [outcome unknown] The call may have taken effect wholly, in part or not at all: check before you do it again.";
          });
    }
  }
}
