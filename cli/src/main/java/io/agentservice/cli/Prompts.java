package io.agentservice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Texts for the agent as people give them. */
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

  private static String all(InputStream input) {
    try {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw CommandFailure.failed("can't read standard input: " + e.getMessage(), null);
    }
  }
}
