package io.agentservice.cli;

/** Text as a terminal shows it; unchanged when there is none. */
record Colours(boolean on) {
  String bold(String text) {
    return wrap("1", text);
  }

  String dim(String text) {
    return wrap("2", text);
  }

  String red(String text) {
    return wrap("31", text);
  }

  String green(String text) {
    return wrap("32", text);
  }

  String cyan(String text) {
    return wrap("36", text);
  }

  /** A line of a unified diff. */
  String diff(String line) {
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
