package io.agentservice.remote.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessRowTest {
  private static final String REST = " 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 987 1 2";

  @Test
  void nameMayHoldSpacesAndBrackets() {
    assertThat(ProcessRow.parse("42 (a) R b) S 7 42 40" + REST))
        .contains(new ProcessRow(42, 7, 40, 987));
  }

  @Test
  void zombieIsNotAlive() {
    assertThat(ProcessRow.parse("42 (sh) Z 7 42 40" + REST)).isEmpty();
  }

  @Test
  void ourOwnProcessIsFound() {
    var own = ProcessHandle.current();
    assertThat(ProcessRow.of(own.pid())).isPresent();
    assertThat(ProcessRow.all()).extracting(ProcessRow::pid).contains((int) own.pid());
  }
}
