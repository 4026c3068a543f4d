package io.agentservice.wire.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CutTest {
  @Test
  void aLongTextIsCutBetweenCharacters() {
    String text = "ab\ud83d\ude00c";
    assertThat(Cut.to(5, text)).isEqualTo(text);
    assertThat(Cut.to(4, text)).isEqualTo("ab\ud83d\ude00");
    assertThat(Cut.to(3, text)).isEqualTo("ab");
    assertThat(Cut.to(2, text)).isEqualTo("ab");
    assertThat(Cut.to(0, text)).isEmpty();
  }
}
