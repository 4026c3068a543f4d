package io.agentservice.cli.terminal;

import java.util.regex.Pattern;

/** Text that stands in Markdown as it is. */
public final class Fence {
  private static final Pattern TICKS = Pattern.compile("`+");
  private static final int SHORTEST = 3;

  private Fence() {}

  /** The text between lines of more backticks than any that it has. */
  public static String around(String text) {
    int longest =
        TICKS.matcher(text).results().mapToInt(run -> run.group().length()).max().orElse(0);
    var ticks = "`".repeat(Math.max(SHORTEST, longest + 1));
    return ticks + "\n" + text + (text.endsWith("\n") ? "" : "\n") + ticks;
  }
}
