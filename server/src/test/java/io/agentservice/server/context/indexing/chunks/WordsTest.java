package io.agentservice.server.context.indexing.chunks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void aNameIsMadeOfItsParts() {
    assertThat(Words.parts("parseHTTPRequest2")).isEqualTo("parse http request 2");
    assertThat(Words.parts("SOME_CONSTANT")).isEqualTo("some constant");
    assertThat(Words.parts("größeÄndern")).isEqualTo("größe ändern");
    assertThat(Words.exact("__parse_Request$")).isEqualTo("parserequest");
  }

  @Test
  void whatIsDeclaredIsToldApart() {
    assertThat(Words.of("class Foo { bar(); }\nfunc (s *Server) Serve()\ndef baz(x):").declared())
        .isEqualTo("foo serve baz");
    assertThat(Words.of("subclass of Foo").declared()).isEmpty();
  }

  @Test
  void dataIsNoName() {
    assertThat(Words.names("a " + "x".repeat(101) + " b")).containsExactly("a", "b");
  }

  @Test
  void aTextIsCutBetweenLinesAndLongLinesAreCut() {
    var text = "line\n".repeat(100) + "y".repeat(800) + "\n";
    var chunks = Chunk.of(text);
    assertThat(chunks).extracting(Chunk::lineStart).containsExactly(1, 41, 81);
    assertThat(chunks).extracting(Chunk::lineEnd).containsExactly(40, 80, 101);
    assertThat(chunks.getLast().body()).endsWith("line\n" + "y".repeat(Chunk.MOST_LINE));
    assertThat(Chunk.of("\n \n\t\n")).isEmpty();
    assertThat(Chunk.of("x".repeat(499) + "😀").getFirst().body()).isEqualTo("x".repeat(499));
  }

  @Test
  void anExcerptHoldsTheLineThatFitsBest() {
    var body = "a\nb\n".repeat(10) + "the parseRequest\n" + "c\n".repeat(10);
    var excerpt = Excerpt.of(body, Set.of("parserequest"));
    assertThat(excerpt.text().lines().toList())
        .hasSize(Excerpt.MOST_LINES)
        .startsWith("b", "a", "b", "the parseRequest");
    assertThat(excerpt.first()).isEqualTo(17);
    assertThat(Excerpt.of("one\ntwo", Set.of("x")).text().lines().toList())
        .isEqualTo(List.of("one", "two"));
  }

  @Test
  void aSearchAsksForEachTermOnceAndForABoundedNumber() {
    assertThat(Words.terms("a b a, b c")).containsExactly("a", "b", "c");
    String many = IntStream.range(0, 1000).mapToObj(n -> "w" + n).collect(Collectors.joining(" "));
    assertThat(Words.terms(many)).hasSize(Words.MOST_TERMS).startsWith("w0", "w1");
  }
}
