package io.agentservice.server.web.pages.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void aChangeShowsWhatDiffersWithThreeEqualLinesAround() {
    assertThat(Lines.change("1\n2\n3\n4\nold\n5\n6\n7\n8", "1\n2\n3\n4\nnew\n5\n6\n7\n8"))
        .hasToString(
            """
            <pre class="output diff" tabindex="0" role="group" aria-label="Change"> 2
             3
             4
            <del>-old</del>
            <ins>+new</ins>
             5
             6
             7
            </pre>\
            """);
  }

  @Test
  void aNewFileIsAllAdded() {
    assertThat(Lines.change("", "<a>\n").toString())
        .contains("<ins>+&lt;a&gt;</ins>")
        .doesNotContain("<del>");
  }

  @Test
  void aRepeatedLineIsNotCountedTwice() {
    assertThat(Lines.change("x", "x\nx").toString()).contains(" x\n<ins>+x</ins>");
    assertThat(Lines.change("x\nx", "x").toString()).contains(" x\n<del>-x</del>");
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
