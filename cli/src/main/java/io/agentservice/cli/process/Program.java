package io.agentservice.cli.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A program that runs to its end. */
public final class Program {
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private Program() {}

  /**
   * What came of it.
   *
   * @param output its standard output alone: programs that work may warn on the other stream
   * @param errors its standard error
   */
  public record Result(int exitCode, String output, String errors) {
    /** All that it printed, for people: the one stream after the other. */
    public String said() {
      return output + errors;
    }
  }

  /** Runs it; empty when there is no such program. */
  public static Optional<Result> tryRun(Path directory, List<String> words) {
    return tryRun(directory, words, Map.of());
  }

  /**
   * Runs it and wants exit code 0.
   *
   * @return its standard output
   */
  public static String run(Path directory, List<String> words, Map<String, String> variables) {
    var result =
        tryRun(directory, words, variables)
            .orElseThrow(() ->
                CommandFailure.usage(
                    words.getFirst() + " is not installed", "install it and try again"));
    if (result.exitCode() != 0) {
      throw CommandFailure.failed(
          String.join(" ", words) + " failed: " + result.said().strip(), null);
    }
    return result.output();
  }

  /** As above with further variables. */
  public static Optional<Result> tryRun(
      Path directory, List<String> words, Map<String, String> variables) {
    return tryRun(directory, words, variables, LONGEST);
  }

  /**
   * As above with a time limit of its own.
   *
   * @throws CommandFailure when it took longer; it has ended then
   */
  public static Optional<Result> tryRun(
      Path directory, List<String> words, Map<String, String> variables, Duration longest) {
    try {
      // Output goes through files, so that a program that leaves children behind can't block us.
      var output = Files.createTempFile("agent-output", "");
      var errors = Files.createTempFile("agent-errors", "");
      try {
        var builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().keySet().removeIf(HiddenProcess::isSecret); // others can read it
        builder.environment().putAll(variables);
        builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
        Process process;
        try {
          process = builder.start();
        } catch (IOException _) {
          return Optional.empty();
        }
        return Optional.of(new Result(await(process, words, longest), text(output), text(errors)));
      } finally {
        Files.deleteIfExists(output);
        Files.deleteIfExists(errors);
      }
    } catch (IOException e) {
      throw CommandFailure.failed("can't run " + words.getFirst() + ": " + e.getMessage(), null);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static int await(Process process, List<String> words, Duration longest) {
    try {
      if (process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
      throw CommandFailure.failed(
          "%s took longer than %d s".formatted(String.join(" ", words), longest.toSeconds()), null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.failed("interrupted", null);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
