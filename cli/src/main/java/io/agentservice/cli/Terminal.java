package io.agentservice.cli;

import java.io.Console;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who reads what is printed and can type an answer.
 *
 * @param console both ends are a terminal's
 */
record Terminal(Console console) {

  /** Empty when input or output is a file, a pipe or nothing. */
  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  static Optional<Terminal> attached() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).map(Terminal::new);
  }

  /** A line that is not blank, asked for until there is one; null at the end of the input. */
  @Nullable String ask(String prompt) {
    String line;
    do {
      line = console.readLine("%s", prompt);
    } while (line != null && line.isBlank());
    return line == null ? null : line.strip();
  }
}
