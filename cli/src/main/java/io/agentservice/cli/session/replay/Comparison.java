package io.agentservice.cli.session.replay;

import io.agentservice.server.agent.replay.CallResult;
import io.agentservice.wire.text.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A recorded result beside the one that came. */
sealed interface Comparison {
  /**
   * The same, but for what varies.
   *
   * @param but kinds of that; empty: to the letter
   */
  record Same(Set<String> but) implements Comparison {
    public Same {
      but = Set.copyOf(but);
    }
  }

  /**
   * Another one.
   *
   * @param lines in words and as a diff, bounded
   */
  record Different(List<String> lines) implements Comparison {
    public Different {
      lines = List.copyOf(lines);
    }
  }

  static Comparison of(CallResult then, CallResult now, Varying varying) {
    var differences = new ArrayList<String>();
    if (!Objects.equals(then.exitCode(), now.exitCode())) {
      differences.add(
          "exit code: recorded %s, came %s".formatted(word(then.exitCode()), word(now.exitCode())));
    }
    if (then.error() != now.error()) {
      differences.add(
          then.error()
              ? "recorded as an error, came as none"
              : "recorded as none, came as an error");
    }
    var a = varying.then(text(then, now));
    var b = varying.now(text(now, then));
    if (differences.isEmpty() && a.equals(b)) {
      return new Same(Set.of());
    }
    var levelled = Varying.Levelled.of(a, b);
    var kinds = new TreeSet<>(levelled.kinds());
    var left = lines(levelled.then());
    var right = lines(levelled.now());
    boolean same = left.size() == right.size();
    for (int i = 0; same && i < left.size(); i++) {
      if (!left.get(i).equals(right.get(i))) {
        same = fits(left.get(i), right.get(i));
        kinds.add("masked secrets");
      }
    }
    if (same && differences.isEmpty()) {
      return new Same(kinds);
    }
    if (!same) {
      differences.addAll(Lines.diff(left, right));
    }
    return new Different(differences);
  }

  private static String word(@Nullable Integer exitCode) {
    return exitCode == null ? "none" : exitCode.toString();
  }

  /** What people can read of it where the model saw a part, if that holds for both. */
  private static String text(CallResult one, CallResult other) {
    var output = one.output();
    return output == null || other.output() == null ? one.text() : output;
  }

  private static List<String> lines(String text) {
    return List.of(text.split("\n", -1));
  }

  /** Whether a line fits one in which secrets are masked: all beside them is the same. */
  private static boolean fits(String masked, String line) {
    if (!Varying.MASK.matcher(masked).find()) {
      return false;
    }
    int at = 0;
    var parts = Varying.MASK.split(masked, -1);
    for (int i = 0; i < parts.length; i++) {
      int found =
          i == parts.length - 1
              ? line.length() - parts[i].length()
              : i == 0 ? 0 : line.indexOf(parts[i], at);
      if (found < at || !line.startsWith(parts[i], found)) {
        return false;
      }
      at = found + parts[i].length();
    }
    return true;
  }

  /** A diff for people, of what lies between the same beginning and the same end. */
  final class Lines {
    private static final int MOST = 20;
    private static final int LONGEST = 300;
    private static final Pattern BLANK = Pattern.compile("\\s*");

    private Lines() {}

    static List<String> diff(List<String> then, List<String> now) {
      int from = 0;
      while (from < then.size() && from < now.size() && then.get(from).equals(now.get(from))) {
        from++;
      }
      int back = 0;
      while (back < then.size() - from
          && back < now.size() - from
          && then.get(then.size() - 1 - back).equals(now.get(now.size() - 1 - back))) {
        back++;
      }
      var shown = new ArrayList<String>();
      shown.add("@@ line %d @@".formatted(from + 1));
      add(shown, "- ", then.subList(from, then.size() - back));
      add(shown, "+ ", now.subList(from, now.size() - back));
      return shown;
    }

    private static void add(List<String> shown, String sign, List<String> lines) {
      lines.stream().limit(MOST).forEach(line -> shown.add(sign + shortened(line)));
      if (lines.size() > MOST) {
        shown.add("%s... %,d lines more".formatted(sign, lines.size() - MOST));
      }
    }

    private static String shortened(String line) {
      return BLANK.matcher(line).matches() || line.length() <= LONGEST
          ? Cut.to(LONGEST, line)
          : "%s... %,d characters more".formatted(Cut.to(LONGEST, line), line.length() - LONGEST);
    }
  }
}
