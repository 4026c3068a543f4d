package io.agentservice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Texts as people give them. */
final class Prompts {
  /** Stands for standard input, since the system takes no argument of more than 128 KiB. */
  private static final String STANDARD_INPUT = "-";

  private Prompts() {}

  /**
   * The text of an argument; for {@code -} all of standard input.
   *
   * @param what what it is, for the message when there is none
   * @throws CommandFailure when it is blank
   */
  static String read(String what, String given) {
    return read(what, given, System.in);
  }

  /** As above with a standard input of one's own. */
  static String read(String what, String given, InputStream input) {
    var text = given.equals(STANDARD_INPUT) ? all(input) : given;
    if (text.isBlank()) {
      throw CommandFailure.usage(
          "the %s is empty".formatted(what),
          "give a text for the agent, or - and the text on standard input");
    }
    return text;
  }

  /**
   * What nobody is to read: asked for at a terminal and not shown, else all of standard input but
   * for the end of its last line.
   *
   * @throws CommandFailure when it is empty
   */
  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  static String hidden(String what) {
    var console = System.console();
    char[] typed =
        console != null && console.isTerminal()
            ? console.readPassword("%s (not shown): ", what)
            : all(System.in).replaceFirst("\\R\\z", "").toCharArray();
    if (typed == null || typed.length == 0) {
      throw CommandFailure.usage(
          "the %s is empty".formatted(what), "type it, or give it on standard input");
    }
    return new String(typed);
  }

  private static String all(InputStream input) {
    try {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.failed("can't read standard input: " + e.getMessage(), null);
    }
  }
}
