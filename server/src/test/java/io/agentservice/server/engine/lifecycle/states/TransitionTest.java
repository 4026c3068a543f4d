package io.agentservice.server.engine.lifecycle.states;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of states in the code is the one of docs/states.md. */
class TransitionTest {
  private static final Path DOCUMENT = Path.of("../docs/states.md");

  @Test
  void theCodeHasTheRowsOfTheDocumentAndNoOthers() throws IOException {
    var written =
        Files.readAllLines(DOCUMENT).stream()
            .filter(line -> line.matches("\\| \\d+ \\|.*"))
            .toList();

    assertThat(written).hasSizeGreaterThan(20);
    assertThat(Arrays.stream(Transition.values()).map(TransitionTest::row).toList())
        .containsExactlyElementsOf(written);
  }

  private static String row(Transition row) {
    return "| %d | %s | %s | %s | %s | %s |"
        .formatted(
            row.number(),
            row.from().stream().map(Status::word).collect(Collectors.joining(", ")),
            word(row.trigger()),
            to(row),
            word(row.entry()),
            word(row.claim()));
  }

  private static String to(Transition row) {
    var to = row.to();
    if (to == null) {
      return "same";
    }
    var detail = row.detail();
    return to.word()
        + (detail == null ? "" : " (" + Detail.word(detail) + ")")
        + (row.sleeps() ? " or exit" : "");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void noTriggerHasTwoRowsForAStatus() {
    var seen = new HashSet<List<Object>>();
    for (var row : Transition.values()) {
      for (var from : row.from()) {
        assertThat(seen.add(List.of(row.trigger(), from))).as("%s of %s", row, from).isTrue();
      }
    }
  }

  @Test
  void nothingLeadsOutOfAnEnd() {
    for (var row : Transition.values()) {
      if (row.from().stream().anyMatch(Status::ended)) {
        assertThat(row.to()).as("%s", row).isNull();
      }
    }
  }

  @Test
  void aClaimEndsWhereverARunningSessionStopsRunning() {
    for (var row : Transition.values()) {
      var to = row.to();
      if (row.from().contains(Status.RUNNING) && to != null && to != Status.RUNNING) {
        assertThat(row.claim().fences()).as("%s", row).isTrue();
      }
    }
  }
}
