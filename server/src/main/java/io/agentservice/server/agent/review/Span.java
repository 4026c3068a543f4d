package io.agentservice.server.agent.review;

import io.agentservice.server.agent.loop.changes.Comparison;
import io.agentservice.server.agent.loop.changes.Comparison.Side;
import io.agentservice.server.base.http.requests.Query;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** From which state to which changes are wanted: {@code from} and {@code to} of a query. */
record Span(String from, String to) {
  private static final String START = "start";
  private static final String LAST_MESSAGE = "last_message";
  private static final String HEAD = "head";
  private static final String NOW = "now";
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");

  static Span of(Query query) {
    return new Span(
        word(query, "from", START, Set.of(START, LAST_MESSAGE, HEAD)),
        word(query, "to", NOW, Set.of(NOW, HEAD)));
  }

  private static String word(Query query, String name, String otherwise, Set<String> words) {
    String sent = query.text(name);
    String word = sent == null ? otherwise : sent;
    if (!words.contains(word) && !Checkpoint.isId(word) && !COMMIT.matcher(word).matches()) {
      query.fail(
          "pattern",
          "Input should be %s, the id of a checkpoint, or a commit (7 to 64 digits of its id)"
              .formatted(String.join(", ", new TreeSet<>(words))),
          name);
    }
    return word;
  }

  /** Whether it is what the stored patches are. */
  boolean isAll() {
    return from.equals(START) && to.equals(NOW);
  }

  /** 404 for a checkpoint that is not there. */
  Comparison comparison(WorkLog work) {
    var begun = work.begun();
    return new Comparison(
        from.equals(LAST_MESSAGE)
            ? work.atLastMessage()
                .map(checkpoint -> Side.begunAfter(checkpoint.trees()))
                .orElse(Comparison.BEGUN)
            : side(from, work, true),
        side(to, work, false),
        begun == null ? List.of() : begun,
        work.placed());
  }

  private static Side side(String word, WorkLog work, boolean from) {
    return switch (word) {
      case START -> Comparison.BEGUN;
      case HEAD -> Comparison.HEAD;
      case NOW -> Comparison.NOW;
      default -> {
        if (!Checkpoint.isId(word)) {
          yield Side.commit(word);
        }
        var trees =
            work.find(word).orElseThrow(() -> Problem.notFound("checkpoint").exception()).trees();
        yield from ? Side.begunAfter(trees) : Side.of(trees);
      }
    };
  }
}
