package io.agentservice.server.web.pages.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void aChangeMarksWhatComesAndGoes() {
    assertThat(Lines.change(List.of(" 4", "-old", "+<new>", " 5")))
        .hasToString(
            """
            <pre class="output diff" tabindex="0" role="group" aria-label="Change"> 4
            <del>-old</del>
            <ins>+&lt;new&gt;</ins>
             5
            </pre>\
            """);
  }

  @Test
  void longOutputShowsItsEndAndKeepsTheRestFolded() {
    String text = lines(17);
    assertThat(Lines.block(text).toString())
        .contains("<summary>All 17 lines</summary><pre class=\"output\"")
        .contains(">line 1\n")
        .contains("<pre class=\"output tail\"")
        .contains(">line 10\n");
    assertThat(Lines.block(lines(16)).toString()).doesNotContain("<details");
  }

  @Test
  void aPatchInOutputIsMarked() {
    assertThat(Lines.block("diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b").toString())
        .contains("<del>-a</del>", "<ins>+b</ins>", "<b>@@ -1 +1 @@</b>");
    assertThat(Lines.block("-a\n+b").toString()).doesNotContain("<del>");
  }

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "line " + i)
        .collect(Collectors.joining("\n"));
  }
}
