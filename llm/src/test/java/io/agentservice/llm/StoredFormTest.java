package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The JSON in the event log: old logs must stay readable, so this form only ever grows. */
class StoredFormTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final ChatMessage QUESTION =
      ChatMessage.user(
          new Part.Text("Why does it fail?"), new Part.Image("image/png", "iVBORw0KGgo="));
  private static final ChatMessage RESULTS =
      ChatMessage.user(
          new Part.ToolResult(
              "toolu_1",
              List.of(
                  new Part.Text("1 failed\n[exit code 1]"),
                  new Part.Image("image/jpeg", "/9j/4AAQ")),
              true));
  private static final Reply REPLY =
      new Reply(
          List.of(
              new Part.Thinking("Run the tests first.", "c2lnbmF0dXJl"),
              new Part.RedactedThinking("ZW5jcnlwdGVk"),
              new Part.Text("I run the tests."),
              new Part.ToolUse(
                  "toolu_1", "bash", JSON.readTree("{\"command\":\"make test\",\"timeout\":30}")),
              new Part.ToolUse("toolu_2", "bash", JSON.valueToTree("{\"command\":\"mak"))),
          Stop.TOOL_USE,
          new Usage(12, 34, 56, 78),
          "claude-x-20260101",
          List.of("Turn 2, bash: expected exit code 1, saw 0."));

  private static final String GOLDEN_MESSAGES =
      """
      [ {
        "role" : "user",
        "parts" : [ {
          "type" : "text",
          "text" : "Why does it fail?"
        }, {
          "type" : "image",
          "media_type" : "image/png",
          "base64" : "iVBORw0KGgo="
        } ]
      }, {
        "role" : "user",
        "parts" : [ {
          "type" : "tool_result",
          "tool_use_id" : "toolu_1",
          "content" : [ {
            "type" : "text",
            "text" : "1 failed\\n[exit code 1]"
          }, {
            "type" : "image",
            "media_type" : "image/jpeg",
            "base64" : "/9j/4AAQ"
          } ],
          "error" : true
        } ]
      } ]\
      """;

  private static final String GOLDEN_REPLY =
      """
      {
        "parts" : [ {
          "type" : "thinking",
          "text" : "Run the tests first.",
          "signature" : "c2lnbmF0dXJl"
        }, {
          "type" : "redacted_thinking",
          "data" : "ZW5jcnlwdGVk"
        }, {
          "type" : "text",
          "text" : "I run the tests."
        }, {
          "type" : "tool_use",
          "id" : "toolu_1",
          "name" : "bash",
          "input" : {
            "command" : "make test",
            "timeout" : 30
          }
        }, {
          "type" : "tool_use",
          "id" : "toolu_2",
          "name" : "bash",
          "input" : "{\\"command\\":\\"mak"
        } ],
        "stop" : "tool_use",
        "usage" : {
          "input_tokens" : 12,
          "output_tokens" : 34,
          "cache_read_tokens" : 56,
          "cache_write_tokens" : 78
        },
        "model" : "claude-x-20260101",
        "divergences" : [ "Turn 2, bash: expected exit code 1, saw 0." ]
      }\
      """;

  @Test
  void messagesAreStoredInTheGoldenForm() {
    assertThat(pretty(List.of(QUESTION, RESULTS))).isEqualTo(GOLDEN_MESSAGES);
  }

  @Test
  void repliesAreStoredInTheGoldenForm() {
    assertThat(pretty(REPLY)).isEqualTo(GOLDEN_REPLY);
  }

  @Test
  void theGoldenFormIsReadBack() {
    assertThat(JSON.readValue(GOLDEN_MESSAGES, ChatMessage[].class))
        .containsExactly(QUESTION, RESULTS);
    assertThat(JSON.readValue(GOLDEN_REPLY, Reply.class)).isEqualTo(REPLY);
  }

  @Test
  void aMapperThatWritesSnakeCaseEverywhereGivesTheSameForm() {
    var snakeCase =
        JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
    assertThat(snakeCase.readTree(snakeCase.writeValueAsString(REPLY)))
        .isEqualTo(JSON.readTree(GOLDEN_REPLY));
  }

  @Test
  void aToolUseKnowsWhetherItsInputIsUsable() {
    var uses = REPLY.toolUses();
    assertThat(uses.get(0).malformedInput()).isEmpty();
    assertThat(uses.get(1).malformedInput()).contains("{\"command\":\"mak");
  }

  @Test
  void thinkingCanBeLeftOutForAnotherModel() {
    assertThat(ChatMessage.assistant(REPLY.parts()).withoutThinking().parts())
        .isEqualTo(REPLY.parts().subList(2, 5));
  }

  private static String pretty(Object value) {
    return JSON.writerWithDefaultPrettyPrinter()
        .writeValueAsString(value)
        .replace(System.lineSeparator(), "\n");
  }
}
