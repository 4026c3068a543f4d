package io.agentservice.worker.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The terminal on standard input, driven by {@code stty}, since the JDK can't; closing restores it.
 */
public final class UserTerminal implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final String found;

  private UserTerminal(String found) {
    this.found = found;
  }

  /** Rows and columns, in characters. */
  public record Size(int rows, int columns) {
    /** Of a terminal that does not know its own. */
    public static final Size USUAL = new Size(24, 80);
  }

  /** Empty when standard input is no terminal. */
  public static Optional<UserTerminal> open() {
    return stty("-g").map(UserTerminal::new);
  }

  /**
   * What is typed goes through byte by byte, without echo; control keys are bytes like others. Over
   * when it is closed, and when a signal ends this program.
   */
  public void raw() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    var _ = stty("raw", "-echo");
  }

  /** The size now; 24 by 80 where the terminal does not know it. */
  public Size size() {
    return stty("size")
        .filter(text -> text.matches("[1-9][0-9]{0,2} [1-9][0-9]{0,2}"))
        .map(text -> text.split(" ", -1))
        .map(words -> new Size(Integer.parseInt(words[0]), Integer.parseInt(words[1])))
        .orElse(Size.USUAL);
  }

  @Override
  public void close() {
    var _ = stty(found);
  }

  /** What it printed; empty when it failed, as it does without a terminal. */
  private static Optional<String> stty(String... arguments) {
    var command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    try {
      var process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (var out = process.getInputStream()) {
        var text = new String(out.readNBytes(4096), UTF_8).strip();
        return process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0
            ? Optional.of(text)
            : Optional.empty();
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException _) {
      return Optional.empty(); // no stty here
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
