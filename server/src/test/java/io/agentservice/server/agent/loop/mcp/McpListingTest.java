package io.agentservice.server.agent.loop.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.agent.loop.log.McpTool;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a server says of its tools. */
class McpListingTest {
  private static final String OBJECT = "{\"type\":\"object\"}";

  private static JsonNode tool(String name, String schema) {
    return JsonRpc.JSON.readTree("{\"name\":\"%s\",\"inputSchema\":%s}".formatted(name, schema));
  }

  private static List<JsonNode> many(int number, String schema) {
    return IntStream.range(0, number).mapToObj(i -> tool("t" + i, schema)).toList();
  }

  private static void refused(List<JsonNode> told, String why) {
    assertThatThrownBy(() -> McpListing.of("s", told, null))
        .isInstanceOf(McpException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "7 | is no object",
        "null | is no object",
        "{} | is not of type object",
        "{\"type\":[\"object\"]} | is not of type object",
        "{\"type\":\"object\",\"properties\":[]} | has properties that are no schemas",
        "{\"type\":\"object\",\"properties\":{\"a\":7}} | has properties that are no schemas",
        "{\"type\":\"object\",\"required\":\"a\"} | requires what is no list of names",
        "{\"type\":\"object\",\"required\":[7]} | requires what is no list of names"
      })
  void aSchemaThatIsNoneCondemnsTheServer(String schema, String why) {
    refused(
        List.of(tool("good", OBJECT), tool("bad", schema)), "the schema of its tool bad " + why);
  }

  @Test
  void aSchemaThatIsTooDeepOrTooLongCondemnsTheServer() {
    String deep = "{\"a\":".repeat(16) + "1" + "}".repeat(16);
    refused(
        List.of(tool("t", "{\"type\":\"object\",\"x\":%s}".formatted(deep))),
        "is nested more than 16 deep");
    refused(
        List.of(tool("t", described(McpListing.MOST_SCHEMA))), "has more than 16,384 characters");
  }

  private static String described(int characters) {
    return "{\"type\":\"object\",\"description\":\"%s\"}".formatted("x".repeat(characters));
  }

  @Test
  void tooManyToolsOrTooMuchOfThemIsTooMuchUnlessOnlySomeAreAllowed() {
    var tools = many(101, OBJECT);
    refused(tools, "more than 100 tools");
    assertThat(McpListing.of("s", tools, List.of("t7")))
        .extracting(McpTool::tool)
        .containsExactly("t7");
    refused(many(30, described(10_000)), "have more than 262,144 characters together");
    assertThat(McpListing.of("s", many(20, described(10_000)), null)).hasSize(20);
  }

  @Test
  void namesAreMadeFitForProvidersAndStayApart() {
    String longer = "x".repeat(80);
    var tools =
        McpListing.of(
            "s", List.of(tool("a b", OBJECT), tool("a/b", OBJECT), tool(longer, OBJECT)), null);
    assertThat(tools)
        .extracting(McpTool::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("mcp__s__[A-Za-z0-9_-]+") && name.length() <= 64);
    assertThat(tools).extracting(McpTool::tool).containsExactly("a b", "a/b", longer);
  }

  @Test
  void twoToolsOfANameAndToolsWithoutOneCondemnTheServer() {
    refused(List.of(tool("a", OBJECT), tool("a", OBJECT)), "it has two tools a");
    refused(List.of(tool("", OBJECT)), "has no name");
    refused(List.of(JsonRpc.JSON.readTree("7")), "has no name");
  }
}
