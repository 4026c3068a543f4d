package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.mcp.McpServers.Offered;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds tools of MCP servers, when they are too many to be listed. */
final class SearchToolsTool extends Tool {
  static final String NAME = "search_tools";
  private static final int USUAL = 5;
  private static final int MOST = 20;
  private static final int MOST_CHARACTERS = 30_000;

  static final ToolSpec SPEC =
      Schemas.spec(
          NAME,
          """
          Finds tools of the organization's MCP servers (trackers, databases, documents, ...) by words of their names and descriptions, and shows
          what each takes. Call what you find by call_tool. An empty query names all of them.
          """,
          """
          {
            "type": "object",
            "properties": {
              "query": {"type": "string", "description": "Words, such as create issue"},
              "most": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many, 5 if not given"}
            },
            "required": ["query"]
          }
          """);

  private final McpServers servers;

  SearchToolsTool(McpServers servers) {
    super(SPEC);
    this.servers = servers;
  }

  @Override
  public @Nullable JsonNode prepare(Input input, ToolContext context) {
    input.text("query");
    input.number("most", 1, MOST);
    return null;
  }

  @Override
  public Outcome run(Call call, ToolContext context) {
    var words =
        Stream.of(call.input().text("query").toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
            .filter(word -> !word.isEmpty())
            .toList();
    if (words.isEmpty()) {
      return Outcome.ok(names());
    }
    int most = Objects.requireNonNullElse(call.input().number("most", 1, MOST), USUAL);
    var found =
        servers.tools().stream()
            .map(Offered::tool)
            .filter(tool -> fit(tool, words) > 0)
            .sorted(Comparator.comparingInt((McpTool tool) -> -fit(tool, words)))
            .limit(most)
            .toList();
    if (found.isEmpty()) {
      return Outcome.ok("No tool has one of these words.\n" + names());
    }
    var text = new StringBuilder();
    for (var tool : found) {
      String one =
          "%s%n%s%nIt takes: %s%n%n".formatted(tool.name(), tool.description(), tool.schema());
      if (text.length() + one.length() > MOST_CHARACTERS) {
        text.append("[the rest is left out: ask for fewer]");
        break;
      }
      text.append(one);
    }
    return Outcome.ok(text.toString().strip());
  }

  /** Looking changes nothing. */
  @Override
  public Outcome recover(Call call, ToolContext context) {
    return run(call, context);
  }

  private static int fit(McpTool tool, List<String> words) {
    String name = tool.name().toLowerCase(Locale.ROOT);
    String description = tool.description().toLowerCase(Locale.ROOT);
    return words.stream()
        .mapToInt(word -> name.contains(word) ? 3 : description.contains(word) ? 1 : 0)
        .sum();
  }

  private String names() {
    return servers.tools().stream()
        .map(one -> one.tool().name())
        .collect(Collectors.joining(", ", "The tools are: ", "."));
  }
}
