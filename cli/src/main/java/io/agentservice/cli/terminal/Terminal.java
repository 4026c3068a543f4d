package io.agentservice.cli.terminal;

import io.agentservice.wire.signals.Signals;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who reads what is printed and can type an answer.
 *
 * @param console both ends are a terminal's
 */
public record Terminal(Console console) {
  private static final int USUAL_COLUMNS = 80;

  /** Empty when input or output is a file, a pipe or nothing. */
  @SuppressWarnings("SystemConsoleNull") // never null on this JDK, but its declaration allows it
  public static Optional<Terminal> attached() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).map(Terminal::new);
  }

  /** How wide it is now, in columns; 80 when it does not say. */
  static IntSupplier columns() {
    var known = new AtomicInteger();
    Signals.on("WINCH", () -> known.set(0));
    return () -> {
      if (known.get() == 0) {
        known.set(askedColumns());
      }
      return known.get();
    };
  }

  private static int askedColumns() {
    try {
      var stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var size =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      int columns = size.matches("\\d+ \\d{1,5}") ? Integer.parseInt(size.split(" ", 2)[1]) : 0;
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (IOException _) {
      return USUAL_COLUMNS;
    }
  }

  /** A line that is not blank, asked for until there is one; null at the end of the input. */
  public @Nullable String ask(String prompt) {
    String line;
    do {
      line = console.readLine("%s", prompt);
    } while (line != null && line.isBlank());
    return line == null ? null : line.strip();
  }
}
