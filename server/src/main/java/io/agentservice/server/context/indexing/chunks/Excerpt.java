package io.agentservice.server.context.indexing.chunks;

import java.util.List;
import java.util.Set;

/** The lines of a chunk, by indexes from 0, that show why it was found. */
public record Excerpt(int first, int last, String text) {
  static final int MOST_LINES = 12;

  /** Lines before the one that fits best. */
  private static final int BEFORE = 3;

  /** An exact name weighs more than a word of it. */
  private static final int EXACT = 4;

  /** {@code terms}: in the one spelling of {@link Words#exact}. */
  public static Excerpt of(String body, Set<String> terms) {
    var lines = body.lines().toList();
    int best = 0;
    int most = -1;
    for (int i = 0; i < lines.size(); i++) {
      int points = points(lines.get(i), terms);
      if (points > most) {
        most = points;
        best = i;
      }
    }
    int first = Math.max(0, Math.min(best - BEFORE, lines.size() - MOST_LINES));
    int last = Math.min(lines.size(), first + MOST_LINES) - 1;
    return new Excerpt(first, last, String.join("\n", lines.subList(first, last + 1)));
  }

  private static int points(String line, Set<String> terms) {
    List<String> names = Words.names(line).stream().map(Words::exact).toList();
    int points = 0;
    for (String term : terms) {
      if (names.contains(term)) {
        points += EXACT;
      } else if (names.stream().anyMatch(name -> name.contains(term) || isPart(name, term))) {
        points++;
      }
    }
    return points;
  }

  private static boolean isPart(String name, String term) {
    return name.length() > 2 && term.contains(name);
  }
}
