package io.agentservice.wire.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTest {
  @Test
  void whatSomebodyDecidesByHidesNothing() {
    assertThat(Visible.of("rm\u3164 -r\u115f \u202ex\u00a0\ty\n"))
        .isEqualTo("rm[U+3164] -r[U+115F] [U+202E]x[U+00A0]\ty\n");
  }

  @Test
  void ordinaryTextStaysAsItIs() {
    var text = "make all && caf\u00e9 \u6f22 'x y'\n";
    assertThat(Visible.of(text)).isEqualTo(text);
  }
}
