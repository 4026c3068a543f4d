package io.agentservice.server.agent.timeline.steps;

import io.agentservice.llm.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Texts of steps. */
final class Texts {
  private static final int TITLE = 200;

  /** So many characters of a text are looked at for its first line. */
  private static final int LOOKED_AT = 4 * TITLE;

  private static final int CONTEXT = 3;

  /** Between two places of a file. */
  static final String GAP = " \u22ee";

  private Texts() {}

  /** The first line that says something, of at most 200 characters. */
  static String line(String text) {
    String begin = text.strip();
    begin = begin.substring(0, Math.min(LOOKED_AT, begin.length()));
    String line = begin.lines().findFirst().orElse("").replaceAll("\\s+", " ").strip();
    return line.codePointCount(0, line.length()) <= TITLE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, TITLE - 1)) + "\u2026";
  }

  static String of(List<Part> parts) {
    return parts.stream()
        .filter(Part.Text.class::isInstance)
        .map(part -> ((Part.Text) part).text())
        .collect(Collectors.joining("\n"));
  }

  /** Those of a unified diff. */
  static List<String> rows(String patch) {
    var rows = new ArrayList<String>();
    patch
        .lines()
        .dropWhile(line -> !line.startsWith("@@"))
        .skip(1)
        .filter(line -> line.matches("(?s)(@@|[ +-]).*"))
        .forEach(line -> rows.add(line.startsWith("@@") ? GAP : line));
    return rows;
  }

  /** What differs, with a little around it. */
  static List<String> change(String before, String after) {
    var old = before.lines().toList();
    var now = after.lines().toList();
    int least = Math.min(old.size(), now.size());
    int head = 0;
    while (head < least && old.get(head).equals(now.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < least - head
        && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
      tail++;
    }
    var rows = new ArrayList<String>();
    old.subList(Math.max(0, head - CONTEXT), head).forEach(line -> rows.add(" " + line));
    old.subList(head, old.size() - tail).forEach(line -> rows.add("-" + line));
    now.subList(head, now.size() - tail).forEach(line -> rows.add("+" + line));
    int end = now.size() - tail;
    now.subList(end, Math.min(end + CONTEXT, now.size())).forEach(line -> rows.add(" " + line));
    return rows;
  }
}
