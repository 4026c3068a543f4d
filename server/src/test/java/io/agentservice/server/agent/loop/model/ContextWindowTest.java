package io.agentservice.server.agent.loop.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextWindowTest {
  private final ContextWindow room = new ContextWindow(new ModelLimits(10_000, 4_000), 16_000);

  private static Prompt prompt(int characters) {
    return new Prompt("", List.of(ChatMessage.user("x".repeat(characters))), List.of(), 1);
  }

  @Test
  void theReplyIsAsLongAsModelAndWindowAllow() {
    assertThat(room.output()).isEqualTo(2_500);
    assertThat(new ContextWindow(new ModelLimits(100_000, 4_000), 16_000).output())
        .isEqualTo(4_000);
    assertThat(new ContextWindow(ModelLimits.NONE, 16_000).output()).isEqualTo(16_000);
  }

  @Test
  void aPromptFitsBesideItsReply() {
    assertThat(room.fits(prompt(20_000))).isTrue();
    assertThat(room.isRoomy(prompt(20_000))).isFalse();
    assertThat(room.fits(prompt(21_000))).isFalse();
    assertThat(room.isRoomy(prompt(13_000))).isTrue();
  }

  @Test
  void howManyTokensACharacterMakesIsLearntFromTheModelsCount() {
    room.taken(prompt(10_000), new Usage(2_000, 5, 0, 0));

    assertThat(room.fits(prompt(30_000))).isTrue();

    room.taken(prompt(10_000), Usage.NONE);
    assertThat(room.fits(prompt(30_000))).isTrue();
  }

  @Test
  void whatWasRefusedDoesNotFitAnyMore() {
    var refusal = new LlmException(LlmException.Kind.CONTEXT_FULL, "too long");
    var prompt = prompt(15_000);
    for (int i = 0; i < 5; i++) {
      assertThat(room.fits(prompt)).isTrue();
      room.refused(prompt, refusal);
      assertThat(room.fits(prompt)).isFalse();
      prompt = prompt(prompt.messages().getFirst().parts().toString().length() / 3);
    }
  }

  @Test
  void aReplyThatWasTooLongForASmallWindowIsNoReasonToShortenThePrompt() {
    var small = new ContextWindow(new ModelLimits(128_000, 16_000), 16_000);
    var prompt =
        new Prompt("", List.of(ChatMessage.user("x".repeat(7_000))), List.of(), small.output());
    var refusal = new LlmException(LlmException.Kind.CONTEXT_FULL, "too long");

    small.refused(prompt, refusal);

    assertThat(small.fits(prompt)).isTrue();
    assertThat(small.output()).isLessThan(16_000);
  }
}
