package io.agentservice.server.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerTokensTest {
  private static final String QUESTION = "GET\n/servers/x\nkey-1\n";

  private final ServerTokens tokens = new ServerTokens(new byte[] {1, 2, 3});

  @Test
  void aTokenIsGoodForItsQuestionUntilItsEnd() {
    String token = tokens.make(QUESTION, 1000);

    assertThat(tokens.isGood(token, QUESTION, () -> 1000)).isTrue();
    assertThat(tokens.isGood(token, QUESTION, () -> 1001)).isFalse();
    assertThat(tokens.isGood(token, QUESTION + "x", () -> 1000)).isFalse();
    assertThat(new ServerTokens(new byte[] {1, 2, 4}).isGood(token, QUESTION, () -> 1000))
        .isFalse();
  }

  @Test
  void itsEndCantBePutOff() {
    String late = tokens.make(QUESTION, 2000);
    String mixed = late.substring(0, 10) + tokens.make(QUESTION, 1000).substring(10);

    assertThat(tokens.isGood(mixed, QUESTION, () -> 1500)).isFalse();
  }

  @Test
  void whatIsNoTokenIsNotGood() {
    for (String text : new String[] {"", "?", "AAAA", "A".repeat(54)}) {
      assertThat(tokens.isGood(text, QUESTION, () -> 0)).isFalse();
    }
    assertThat(ServerTokens.isWellFormed(tokens.make(QUESTION, 1000))).isTrue();
    assertThat(ServerTokens.isWellFormed("A".repeat(53))).isFalse();
  }

  @Test
  void nobodyElseMakesUsLookAtTheClock() {
    String strange = new ServerTokens(new byte[] {1, 2, 4}).make(QUESTION, 1000);

    assertThat(
            tokens.isGood(
                strange,
                QUESTION,
                () -> {
                  throw new AssertionError("asked for the time");
                }))
        .isFalse();
  }

  @Test
  void anAnswerIsThatOfOneOfUsToThatToken() {
    String token = tokens.make(QUESTION, 1000);
    String answer = tokens.answer(token);

    assertThat(tokens.isAnswer(answer, token)).isTrue();
    assertThat(tokens.isAnswer(answer, tokens.make(QUESTION, 1001))).isFalse();
    assertThat(tokens.isAnswer(token, token)).isFalse();
    assertThat(new ServerTokens(new byte[] {1, 2, 4}).isAnswer(answer, token)).isFalse();
  }
}
