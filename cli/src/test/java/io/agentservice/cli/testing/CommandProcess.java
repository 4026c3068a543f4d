package io.agentservice.cli.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.agentservice.cli.PreparedForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The command as a process of its own, with nothing set but what a test sets. */
public record CommandProcess(Process process, Path out, Path err) implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  /** Starts it in the directory, which holds its data too. */
  public static CommandProcess start(Path directory, Map<String, String> variables, String... words)
      throws IOException {
    // A build in the background of a script ignores interrupts, and would hand that down.
    var command = new ArrayList<>(List.of("env", "--default-signal=INT,QUIT"));
    command.addAll(PackagedCommand.words());
    command.addAll(List.of(words));
    var out = Files.createTempFile(directory, "out", "");
    var err = Files.createTempFile(directory, "err", "");
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("AGENT_"));
    builder.environment().put("AGENT_HOME", directory.resolve("home").toString());
    builder.environment().putAll(PreparedForTests.with(variables));
    return new CommandProcess(
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
  }

  public String output() throws IOException {
    return Files.readString(out, UTF_8);
  }

  public String errors() throws IOException {
    return Files.readString(err, UTF_8);
  }

  /** Waits until its errors are so. */
  public void await(Predicate<String> condition) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.test(errors())) {
      if (System.nanoTime() > end || !process.isAlive()) {
        throw new AssertionError("it never came to that:\n" + output() + errors());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  public void signal(String name) throws IOException, InterruptedException {
    signals(name);
  }

  /**
   * All at once, as a terminal and a program before it may send them. Different ones: of two that
   * are the same the system may make one.
   */
  public void signals(String... names) throws IOException, InterruptedException {
    var script = new StringBuilder();
    for (var name : names) {
      script.append("kill -s %s %d; ".formatted(name, process.pid()));
    }
    var kill = new ProcessBuilder("sh", "-c", script.toString()).start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("no process to signal");
    }
  }

  /** Once it may have ended. */
  public void signalIfThere(String name) {
    try {
      new ProcessBuilder("kill", "-s", name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public int exitCode() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end:\n" + output() + errors());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
