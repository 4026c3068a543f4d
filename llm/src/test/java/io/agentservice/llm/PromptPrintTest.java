package io.agentservice.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.PromptPrint.Piece;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PromptPrintTest {
  private static final ChatMessage TASK = ChatMessage.user("Do it");
  private static final ChatMessage CALL =
      ChatMessage.assistant(List.of(new Part.ToolUse("c1", "bash", schema("command"))));
  private static final ChatMessage RESULT =
      ChatMessage.user(Part.ToolResult.text("c1", "done", false));

  private static ObjectNode schema(String field) {
    return JsonMapper.shared().createObjectNode().put(field, "make");
  }

  private static Prompt prompt(ChatMessage... messages) {
    return prompt("You work.", "bash", messages);
  }

  private static Prompt prompt(String system, String tool, ChatMessage... messages) {
    var tools = List.of(new ToolSpec(tool, "Runs it", schema("type")));
    return new Prompt(system, List.of(messages), tools, 100);
  }

  private static @Nullable Piece brokenBy(PromptPrint last, Prompt next) {
    return PromptPrint.following(last, next).broken();
  }

  @Test
  void aPromptThatGoesOnBeginsAsTheOneBefore() {
    var print = PromptPrint.of(prompt(TASK));

    assertThat(print.parts()).isOne();
    assertThat(PromptPrint.following(print, prompt(TASK, CALL)).print())
        .isEqualTo(PromptPrint.of(prompt(TASK, CALL)));
    assertThat(brokenBy(print, prompt(TASK))).isNull();
    assertThat(brokenBy(print, prompt(TASK, CALL, RESULT))).isNull();
  }

  @Test
  void moreWordsInTheSameMessageAreNothingNewBeforeThem() {
    var print = PromptPrint.of(prompt(TASK, CALL, RESULT));
    var more =
        ChatMessage.user(Part.ToolResult.text("c1", "done", false), new Part.Text("and then?"));

    assertThat(brokenBy(print, prompt(TASK, CALL, more))).isNull();
  }

  @Test
  void whatIsAnotherIsToldInTheOrderInWhichProvidersSeeIt() {
    var print = PromptPrint.of(prompt(TASK));
    var other = ChatMessage.user("Do that");

    assertThat(brokenBy(print, prompt("You rest.", "edit", other))).isEqualTo(Piece.TOOLS);
    assertThat(brokenBy(print, prompt("You rest.", "bash", other))).isEqualTo(Piece.SYSTEM);
    assertThat(brokenBy(print, prompt(other))).isEqualTo(Piece.MESSAGES);
  }

  @Test
  void messagesThatAreFewerOrChangedAreOthers() {
    var print = PromptPrint.of(prompt(TASK, CALL, RESULT));

    assertThat(brokenBy(print, prompt(TASK, CALL))).isEqualTo(Piece.MESSAGES);
    assertThat(
            brokenBy(
                print,
                prompt(TASK, CALL, ChatMessage.user(Part.ToolResult.text("c1", "done", true)))))
        .isEqualTo(Piece.MESSAGES);
    assertThat(brokenBy(print, prompt(TASK, ChatMessage.assistant(TASK.parts()), RESULT)))
        .as("words of the other side")
        .isEqualTo(Piece.MESSAGES);
  }

  @Test
  void twoTextsAreNoneOfThatLength() {
    var two = ChatMessage.user(new Part.Text("a"), new Part.Text("b"));

    assertThat(PromptPrint.of(prompt(two)))
        .isNotEqualTo(PromptPrint.of(prompt(ChatMessage.user("ab"))));
  }
}
