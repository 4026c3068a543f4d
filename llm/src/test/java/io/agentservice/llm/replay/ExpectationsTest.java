package io.agentservice.llm.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.replay.Transcript.Expect;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What {@link ReplayLlmTest} doesn't come by. */
class ExpectationsTest {
  private static final Expect ZERO = new Expect("bash", 0, null, List.of(), List.of());
  private static final Expect FOUND = new Expect(null, null, null, List.of("found"), List.of());

  private static ChatMessage call(String id) {
    var input = JsonMapper.shared().createObjectNode();
    return ChatMessage.assistant(List.of(new Part.ToolUse(id, "bash", input)));
  }

  private static ChatMessage result(String id, String... texts) {
    var parts = Arrays.stream(texts).map(text -> (Part) new Part.Text(text)).toList();
    return ChatMessage.user(new Part.ToolResult(id, parts, false));
  }

  @Test
  void aConversationMayBeginWithTheModelsCalls() {
    var messages = List.of(call("a"), result("a", "[exit code 0]"));
    assertThat(Expectations.compare(2, List.of(ZERO), messages)).isEmpty();
  }

  @Test
  void whereNothingWasCalledThereIsNoResult() {
    assertThat(Expectations.compare(2, List.of(ZERO, FOUND), List.of(ChatMessage.user("Hello"))))
        .containsExactly(
            "turn 1, call 1 (bash): expected a result, saw none",
            "turn 1, call 2 (?): expected a result, saw none");
    assertThat(
            Expectations.compare(
                2, List.of(ZERO, ZERO), List.of(call("a"), result("a", "[exit code 0]"))))
        .containsExactly("turn 1, call 2 (bash): expected a result, saw none");
  }

  @Test
  void theResultOfAnEarlierTurnIsNone() {
    var messages = List.of(call("a"), result("a", "[exit code 0]"), call("a"));
    assertThat(Expectations.compare(3, List.of(ZERO), messages))
        .containsExactly("turn 2, call 1 (bash): expected a result, saw none");
  }

  @Test
  void eachPieceOfAResultHasLinesOfItsOwn() {
    var messages = List.of(call("a"), result("a", "1 failed", "[exit code 0]"));
    assertThat(Expectations.compare(2, List.of(ZERO), messages)).isEmpty();
  }

  @Test
  void ofALongResultTwoHundredCharactersAreQuoted() {
    var most = "x".repeat(200);
    assertThat(saw(most)).endsWith("saw \"" + most + "\"");
    assertThat(saw(most + "y")).endsWith("saw \"" + most + "...\"");
  }

  private static String saw(String text) {
    return Expectations.compare(2, List.of(FOUND), List.of(call("a"), result("a", text)))
        .getFirst();
  }
}
