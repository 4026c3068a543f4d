package io.agentservice.server.agent.loop.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A unified diff of one file. A hunk is where its old lines are, exactly; its line number only
 * chooses between several such places, since models count badly.
 */
record Patch(List<Hunk> hunks) {
  private static final Pattern HEAD = Pattern.compile("@@(?: -(\\d{1,9})(?:,\\d+)? \\+\\d+.*)?.*");

  /** {@code line} of the old file, from 1; 0 when it is not given. */
  private record Hunk(int number, int line, List<String> before, List<String> after) {}

  /** Throws {@link ToolInputException}. */
  static Patch of(String text) {
    var hunks = new ArrayList<Hunk>();
    for (String line : text.split("\r?\n", -1)) {
      var head = HEAD.matcher(line);
      if (head.matches()) {
        int at = head.group(1) == null ? 0 : Integer.parseInt(head.group(1));
        hunks.add(new Hunk(hunks.size() + 1, at, new ArrayList<>(), new ArrayList<>()));
      } else if (!hunks.isEmpty()) {
        add(hunks.getLast(), line);
      }
    }
    hunks.forEach(Patch::dropEnd);
    if (hunks.isEmpty()) {
      throw new ToolInputException("patch has no hunk: each begins with a line @@ ... @@.");
    }
    return new Patch(hunks);
  }

  private static void add(Hunk hunk, String line) {
    String rest = line.isEmpty() ? "" : line.substring(1);
    switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case ' ' -> {
        hunk.before().add(rest);
        hunk.after().add(rest);
      }
      case '-' -> hunk.before().add(rest);
      case '+' -> hunk.after().add(rest);
      case '\\', '*' -> {} // of the end of the file, or of a patch's own end
      default ->
          throw new ToolInputException(
              "Hunk %d: a line begins with a space, - or +, not as this one: %s Nothing was changed."
                  .formatted(hunk.number(), line));
    }
  }

  /** The line break at the end of the patch is no line of the file. */
  private static void dropEnd(Hunk hunk) {
    if (!hunk.before().isEmpty()
        && !hunk.after().isEmpty()
        && hunk.before().getLast().isEmpty()
        && hunk.after().getLast().isEmpty()) {
      hunk.before().removeLast();
      hunk.after().removeLast();
    }
  }

  /** Throws {@link ToolInputException} when a hunk does not fit. */
  void apply(TextChange change) {
    int shift = 0;
    for (var hunk : hunks) {
      if (hunk.before().equals(hunk.after())) {
        throw wrong(hunk, "changes nothing.");
      }
      var lines = List.of(change.text().split("\n", -1));
      boolean returns = lines.size() > 1 && lines.getFirst().endsWith("\r");
      int at = place(lines, returns, hunk, shift);
      int from = offset(lines, at);
      int to = offset(lines, at + hunk.before().size());
      String end = returns ? "\r\n" : "\n";
      var text = new StringBuilder();
      hunk.after().forEach(line -> text.append(line).append(end));
      boolean atEnd = to > change.text().length();
      if (atEnd) { // the last line has no line break, and gets none
        text.setLength(Math.max(0, text.length() - end.length()));
        to = change.text().length();
      }
      change.put(from, to - from, text.toString());
      shift += hunk.after().size() - hunk.before().size();
    }
  }

  /** The one place, or of several the only one that is nearest to where the hunk says. */
  private static int place(List<String> lines, boolean returns, Hunk hunk, int shift) {
    if (hunk.before().isEmpty()) {
      throw wrong(hunk, "has no line that is there: give some lines around the change.");
    }
    int wanted = hunk.line() - 1 + shift;
    int best = -1;
    boolean tie = false;
    for (int at = 0; at + hunk.before().size() <= lines.size(); at++) {
      if (isAt(lines, at, returns, hunk.before())) {
        int nearer = best < 0 ? 1 : Math.abs(best - wanted) - Math.abs(at - wanted);
        tie = best >= 0 && (nearer == 0 || hunk.line() == 0 || (tie && nearer < 0));
        best = nearer > 0 ? at : best;
      }
    }
    if (best < 0) {
      throw wrong(
          hunk, "does not fit: its lines with a space or - are not there, one after the other.");
    }
    if (tie) {
      throw wrong(hunk, "fits in several places: give more lines around the change.");
    }
    return best;
  }

  private static boolean isAt(List<String> lines, int at, boolean returns, List<String> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      String line = lines.get(at + i);
      boolean same = line.equals(wanted.get(i)) || (returns && line.equals(wanted.get(i) + "\r"));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private static int offset(List<String> lines, int line) {
    return lines.subList(0, line).stream().mapToInt(one -> one.length() + 1).sum();
  }

  private static ToolInputException wrong(Hunk hunk, String what) {
    return new ToolInputException("Hunk %d %s Nothing was changed.".formatted(hunk.number(), what));
  }
}
