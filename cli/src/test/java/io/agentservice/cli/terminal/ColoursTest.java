package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ColoursTest {
  @Test
  void aTerminalThatCanShowThemDoesUnlessItsUserDoesNotLikeThem() {
    assertThat(Colours.wanted(Map.of("TERM", "xterm-256color"))).isTrue();
    assertThat(Colours.wanted(Map.of("TERM", "xterm-256color", "NO_COLOR", ""))).isTrue();
    assertThat(Colours.wanted(Map.of("TERM", "xterm-256color", "NO_COLOR", "1"))).isFalse();
    assertThat(Colours.wanted(Map.of("TERM", "dumb"))).isFalse();
  }

  @Test
  void whereThereAreNoneTextStaysAsItIs() {
    assertThat(new Colours(false).diff("+ added")).isEqualTo("+ added");
    assertThat(new Colours(true).diff("+ added")).isEqualTo("\u001b[32m+ added\u001b[0m");
  }
}
