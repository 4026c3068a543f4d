package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.agent.loop.pages.Pages;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.indexing.Hit;
import io.agentservice.server.context.indexing.permitted.HostedRepository;
import io.agentservice.server.testing.GeneratedPart;
import io.agentservice.wire.frames.ToRemote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** The tools in docs/tools.md are those that models are told of. */
class ToolsDocTest {
  private static final GeneratedPart PART =
      new GeneratedPart("tools.md", "tools", ToolsDocTest.class);
  private static final long SMALL_WINDOW = 4_096;
  private static final long WINDOW = 200_000;

  /** What brings tools; each alone, the first beside nothing else. */
  private enum Condition {
    NONE("always"),
    JOBS("the machine's remote can have commands in the background (all of this version can)"),
    BROWSER("the machine has a browser (`AGENT_CHROME_PATH` of its worker)"),
    CODES("the session has a secret of the type `totp`"),
    CHILDREN("the session may start others (`AGENT_CHILD_SESSION_DEPTH`)"),
    LINKED("the session names earlier sessions that it may read"),
    INDEX("an index of the organization's repositories is there"),
    NOTES("the knowledge notes of the session are too long for its first message"),
    FETCH("agents may read pages of the web (`AGENT_FETCH`)"),
    POLICY(
        "the session has a [network policy](isolation.md#the-network-of-a-session-with-a-policy)"),
    REPOSITORIES("the session names repositories"),
    SERVERS("the MCP servers of the organization have more than 20 tools, or long ones"),
    OUTPUT("the session has a schema for structured output");

    private final String words;

    Condition(String words) {
      this.words = words;
    }
  }

  @Test
  void thePageIsWhatModelsAreTold() throws IOException {
    PART.mustBe(table() + sections());
  }

  private static Toolbox toolbox(Set<Condition> given) {
    var capabilities = new ArrayList<String>();
    if (given.contains(Condition.JOBS)) {
      capabilities.add(ToRemote.ReadOutput.JOBS);
    }
    if (given.contains(Condition.BROWSER)) {
      capabilities.add(BrowserTool.CAPABILITY);
    }
    JsonNode schema = StringNode.valueOf("the session's");
    return new Toolbox(
        new FinishTool(
            given.contains(Condition.OUTPUT) ? schema : null,
            true,
            given.contains(Condition.CHILDREN)),
        capabilities,
        given.contains(Condition.CODES) ? Map.of("LOGIN", () -> "123456") : Map.of(),
        given.contains(Condition.LINKED) ? List.of(new LinkedSession("a", "b", null)) : List.of(),
        lookups(given),
        given.contains(Condition.REPOSITORIES),
        () -> given.contains(Condition.SERVERS) ? servers() : new McpServers());
  }

  private static Lookups lookups(Set<Condition> given) {
    var hosts = new OutsideHosts(Set.of(), "AGENT_FETCH_PRIVATE_HOSTS");
    return new Lookups(
        given.contains(Condition.INDEX) ? new NothingFound() : null,
        given.contains(Condition.FETCH)
            ? new Pages(new OutsideHttp(hosts), new AllowedHosts("{}"))
            : null,
        given.contains(Condition.NOTES) ? _ -> Optional.empty() : null,
        given.contains(Condition.POLICY) ? _ -> true : null);
  }

  private static McpServers servers() {
    var schema = JsonMapper.shared().createObjectNode().put("type", "object");
    var tools =
        IntStream.rangeClosed(1, 21)
            .mapToObj(i -> new McpTool("mcp__s__t" + i, "t" + i, "", schema, false))
            .toList();
    var servers = new McpServers();
    servers.add(new LoopEvent.McpServer("s", McpStanding.READY, null, tools, null));
    return servers;
  }

  private static List<ToolSpec> specs() {
    return toolbox(EnumSet.allOf(Condition.class)).specs(WINDOW, true);
  }

  private static String table() {
    return specs().stream()
        .map(spec -> "| [`%s`](#%s) | %s |\n".formatted(spec.name(), spec.name(), offered(spec)))
        .collect(Collectors.joining("", "| Tool | Offered when |\n|---|---|\n", ""));
  }

  private static String offered(ToolSpec spec) {
    if (toolbox(EnumSet.allOf(Condition.class)).specs(WINDOW, false).stream()
        .noneMatch(one -> one.name().equals(spec.name()))) {
      return "there are [skills](instructions.md#skills)";
    }
    var by =
        Stream.of(Condition.values())
            .filter(one -> toolbox(EnumSet.of(one)).find(spec.name()) != null)
            .findFirst()
            .orElseThrow();
    boolean small =
        toolbox(EnumSet.allOf(Condition.class)).specs(SMALL_WINDOW, true).stream()
            .anyMatch(one -> one.name().equals(spec.name()));
    String window = "the model's window has 8,192 tokens or more";
    return small ? by.words : by == Condition.NONE ? window : by.words + ", and " + window;
  }

  private static String sections() {
    return specs().stream().map(ToolsDocTest::section).collect(Collectors.joining());
  }

  private static String section(ToolSpec spec) {
    var required =
        spec.inputSchema()
            .path("required")
            .valueStream()
            .map(JsonNode::stringValue)
            .collect(Collectors.toSet());
    var rows =
        spec.inputSchema()
            .path("properties")
            .propertyStream()
            .map(field ->
                "| `%s` | %s | %s | %s |\n"
                    .formatted(
                        field.getKey(),
                        type(field.getValue()),
                        required.contains(field.getKey()) ? "yes" : "",
                        text(field.getValue().path("description").asString(""))))
            .collect(Collectors.joining());
    return "\n## %s\n\n%s\n\n%s"
        .formatted(
            spec.name(),
            text(spec.description()),
            rows.isEmpty()
                ? "No parameters.\n"
                : "| Parameter | Type | Required | Meaning |\n|---|---|---|---|\n" + rows);
  }

  private static String type(JsonNode schema) {
    if (schema.has("enum")) {
      return schema
          .path("enum")
          .valueStream()
          .map(one -> "`" + one.stringValue() + "`")
          .collect(Collectors.joining(", "));
    }
    return switch (schema.path("type").asString("")) {
      case "array" -> "list of " + type(schema.path("items"));
      case "object" ->
          schema
              .path("properties")
              .propertyStream()
              .map(field -> "`%s`: %s".formatted(field.getKey(), type(field.getValue())))
              .collect(Collectors.joining("; ", "object of ", ""));
      case "integer" -> "integer" + range(schema);
      case "" -> "JSON";
      default -> schema.path("type").stringValue();
    };
  }

  private static String range(JsonNode schema) {
    if (!schema.has("minimum")) {
      return "";
    }
    return schema.has("maximum")
        ? ", %,d to %,d".formatted(schema.path("minimum").asInt(), schema.path("maximum").asInt())
        : ", from %,d".formatted(schema.path("minimum").asInt());
  }

  /** As Markdown that looks like it. */
  private static String text(String plain) {
    return plain.replaceAll("([\\[\\]<>|*])", "\\\\$1");
  }

  private static final class NothingFound implements RepositorySearch {
    @Override
    public List<HostedRepository> repositories() {
      return List.of();
    }

    @Override
    public List<Hit> search(String query, List<HostedRepository> repositories, int most) {
      return List.of();
    }
  }
}
