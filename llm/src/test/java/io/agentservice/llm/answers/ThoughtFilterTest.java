package io.agentservice.llm.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ThoughtFilterTest {

  private record Case(String name, String text, String said) {}

  private static final List<Case> CASES =
      List.of(
          new Case("at the beginning", "<think>hm\n<b> hm</think>\n\nHi there.", "Hi there."),
          new Case("with the longer name", "<thinking>hm</thinking>Hi", "Hi"),
          new Case("in capitals and after blanks", "\n  <Think>hm</THINK> Hi", "Hi"),
          new Case("empty", "<think>\n\n</think>\n\nHi", "Hi"),
          new Case("two in a row", "<think>a</think>\n<think>b</think>\nHi", "Hi"),
          new Case("at the beginning of a line", "One.\n<think>hm</think>\nTwo.", "One.\n\nTwo."),
          new Case("with the end of the other kind within", "<think>a </thinking> b</think>c", "c"),
          new Case("never ended", "<think>I wonder < what", ""),
          new Case("without a first tag", "Okay, so <p>.\n</think>\n\nHi", "Hi"),
          new Case("without a first tag or an answer", "Okay.\n</think>", ""),
          new Case("in the middle of a line", "The tag <think> begins it.", null),
          new Case("never ended in the middle", "One.\n<think> is a tag.", null),
          new Case("a last tag within a sentence", "One.\n</think>, I say", null),
          new Case("tags that look alike", "<thin\n</thinks>\n<thinkers>\n<", null),
          new Case("none", "Hi.\n\n  if (a < b) {\n<p>\n", null));

  private static String said(String text, int at, int pieces) {
    var heard = new ArrayList<String>();
    var filter = new ThoughtFilter(heard::add);
    filter.hear(text.substring(0, at));
    for (int from = at; from < text.length(); from += pieces) {
      filter.hear(text.substring(from, Math.min(text.length(), from + pieces)));
    }
    String said = filter.end();
    assertThat(heard).doesNotContain("");
    assertThat(String.join("", heard)).endsWith(said);
    return said;
  }

  @TestFactory
  Stream<DynamicTest> thoughtsAreNotSaidWhereverTheTextIsSplit() {
    return CASES.stream()
        .map(each ->
            dynamicTest(
                each.name(),
                () -> {
                  String wanted = each.said() == null ? each.text() : each.said();
                  for (int at = 0; at <= each.text().length(); at++) {
                    for (int pieces = 1; pieces <= each.text().length(); pieces++) {
                      assertThat(said(each.text(), at, pieces))
                          .as("first %d, then %d each", at, pieces)
                          .isEqualTo(wanted);
                    }
                  }
                }));
  }

  @Test
  void whatIsSaidIsHeardAsSoonAsItCanBeNoTag() {
    var heard = new ArrayList<String>();
    var filter = new ThoughtFilter(heard::add);
    for (String piece : List.of("Hel", "lo <", "p>", "\n", "<t", "d>")) {
      filter.hear(piece);
    }
    assertThat(heard).containsExactly("Hel", "lo <", "p>", "\n", "<td>".substring(0, 1), "td>");
  }
}
