package io.agentservice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveLinesTest {
  private static final String CLEAR = "\r\u001b[J";

  private final StringWriter written = new StringWriter();
  private final PrintWriter out = new PrintWriter(written);
  private final LiveLines lines = new LiveLines(out, () -> 21);

  private String taken() {
    var text = written.toString();
    written.getBuffer().setLength(0);
    return text;
  }

  @Test
  void linesTakeThePlaceOfThoseBefore() {
    lines.show(List.of("one", "two"));
    assertThat(taken()).isEqualTo("one\ntwo");
    lines.show(List.of("three"));
    assertThat(taken()).isEqualTo("\u001b[1A" + CLEAR + "three");
    lines.show(List.of("three"));
    assertThat(taken()).isEmpty();
    lines.show(List.of());
    assertThat(taken()).isEqualTo(CLEAR);
  }

  @Test
  void whatIsPrintedComesAboveThem() {
    lines.show(List.of("waits"));
    taken();
    lines.above(() -> out.print("event\n"));
    assertThat(taken()).isEqualTo(CLEAR + "event\nwaits");
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    lines.show(List.of("x".repeat(30)));
    assertThat(taken()).isEqualTo("x".repeat(19) + "…");
    lines.show(List.of("漢".repeat(30)));
    assertThat(taken()).endsWith("漢".repeat(9) + "…");
    lines.show(List.of("\ta"));
    assertThat(taken()).endsWith("    a");
  }
}
