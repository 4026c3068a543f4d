package io.agentservice.cli.terminal;

import java.util.Map;

/** Text as a terminal shows it; unchanged when there is none. */
public record Colours(boolean on) {

  /**
   * Whether a terminal is to show some: it may be one that can't, or its user may not like them.
   */
  public static boolean wanted(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  public String bold(String text) {
    return wrap("1", text);
  }

  public String dim(String text) {
    return wrap("2", text);
  }

  public String red(String text) {
    return wrap("31", text);
  }

  public String green(String text) {
    return wrap("32", text);
  }

  String cyan(String text) {
    return wrap("36", text);
  }

  /** A line of a unified diff. */
  public String diff(String line) {
    if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) {
      return bold(line);
    }
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '+' -> green(line);
      case '-' -> red(line);
      case '@' -> cyan(line);
      default -> line;
    };
  }

  private String wrap(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
