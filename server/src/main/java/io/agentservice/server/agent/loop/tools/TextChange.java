package io.agentservice.server.agent.loop.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Places of a text that are replaced one after the other; all of them or none. */
final class TextChange {
  /** {@code place}: how the model is told which one it is. */
  record Replacement(String place, String old, String text) {}

  private String text;
  private final List<Integer> offsets = new ArrayList<>();

  TextChange(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Throws {@link ToolInputException} unless it is in exactly one place. */
  void replace(Replacement one) {
    var fitting = fitting(one);
    int at = text.indexOf(fitting.old());
    if (at < 0) {
      throw wrong(
          one, "does not occur. View the file and copy the text exactly, with its white space.");
    }
    if (text.indexOf(fitting.old(), at + 1) >= 0) {
      throw wrong(one, "occurs more than once. Add lines around it to make it unique.");
    }
    if (fitting.old().equals(fitting.text())) {
      throw wrong(one, "and its new text are the same.");
    }
    put(at, fitting.old().length(), fitting.text());
  }

  private static ToolInputException wrong(Replacement one, String what) {
    return new ToolInputException(one.place() + " " + what + " Nothing was changed.");
  }

  /** Models write line breaks as they are shown, not as the file has them. */
  private Replacement fitting(Replacement one) {
    boolean otherBreaks =
        !text.contains(one.old())
            && text.contains("\r\n")
            && one.old().contains("\n")
            && !one.old().contains("\r\n");
    return otherBreaks
        ? new Replacement(
            one.place(), one.old().replace("\n", "\r\n"), one.text().replace("\n", "\r\n"))
        : one;
  }

  void put(int at, int length, String instead) {
    offsets.replaceAll(offset -> offset > at ? offset + instead.length() - length : offset);
    offsets.add(at);
    text = text.substring(0, at) + instead + text.substring(at + length);
  }

  /** Where the changes are, as lines of the whole. */
  String lines() {
    var lines = offsets.stream().map(this::line).distinct().sorted().toList();
    return (lines.size() == 1 ? "line " : "lines ")
        + lines.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private int line(int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }
}
