package io.agentservice.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The {@code ./agent} command as people type it: a process of the launcher script, with a data
 * directory of a test's own and no model key. Closing it ends whatever the command left behind.
 */
final class CommandLine implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Path directory;
  private int started;

  /** Everything that the commands keep and change is below this directory. */
  CommandLine(Path directory) throws IOException {
    this.directory = directory.toRealPath();
  }

  /** A command under way, or ended. */
  record Run(Process process, Path out, Path err) {
    String output() {
      return read(out);
    }

    String errors() {
      return read(err);
    }

    /** What somebody types at its terminal. */
    void type(String text) throws IOException {
      var keyboard = process.getOutputStream();
      keyboard.write(text.getBytes(StandardCharsets.UTF_8));
      keyboard.flush();
    }

    /** Ctrl-C. */
    void interrupt() throws Exception {
      signal("INT");
    }

    /** Ctrl-C again and again. */
    void interruptUntilItEnds() {
      var kill = new ProcessBuilder("kill", "-s", "INT", Long.toString(process.pid()));
      await(
          "its end",
          () -> {
            try {
              kill.start().waitFor(); // it may have ended by then
            } catch (IOException | InterruptedException e) {
              throw new AssertionError(e);
            }
            return !process.isAlive();
          });
    }

    void signal(String name) throws Exception {
      var kill = new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()));
      if (kill.start().waitFor() != 0) {
        throw new AssertionError("no process to signal:\n" + output() + errors());
      }
    }

    /** Its exit code; it must end by itself in time. */
    int exitCode() throws InterruptedException {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("did not end in time:\n" + output() + errors());
      }
      return process.exitValue();
    }

    void await(String what, BooleanSupplier condition) {
      CommandLine.await(what + "\n" + output() + errors(), condition);
    }
  }

  Path home() {
    return directory.resolve("home");
  }

  Run start(String... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  /** Starts it; the variables are beside those that every test needs. */
  Run start(Map<String, String> variables, String... arguments) throws IOException {
    // A build that was started with interrupts ignored would hand that down to the command.
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(Programs.launcher().toString());
    command.addAll(List.of(arguments));
    return run(variables, command);
  }

  /** Starts it with a terminal of its own, which shows errors in the output, too. */
  Run startAtTerminal(String... arguments) throws IOException {
    var words = new ArrayList<>(List.of(Programs.launcher().toString()));
    words.addAll(List.of(arguments));
    var quoted =
        words.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return run(Map.of("NO_COLOR", "1"), List.of("script", "-qefc", quoted, "/dev/null"));
  }

  private Run run(Map<String, String> variables, List<String> command) throws IOException {
    started++;
    var out = directory.resolve("out" + started);
    var err = directory.resolve("err" + started);
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(CommandLine::isNotOfTests);
    environment.put("AGENT_HOME", home().toString());
    environment.put("AGENT_JAVA_OPTS", Programs.SHORT_LIVED);
    environment.putAll(variables);
    return new Run(
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
  }

  /** But for the walls, with and without which the tests can be run. */
  private static boolean isNotOfTests(String name) {
    boolean ours = name.startsWith("AGENT_") && !name.equals("AGENT_SANDBOX");
    return ours || name.endsWith("_API_KEY");
  }

  /** Processes that have the directory in their command line, environment or working directory. */
  List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(this::isOurs).toList();
  }

  private boolean isOurs(ProcessHandle process) {
    if (process.pid() == ProcessHandle.current().pid()) {
      return false;
    }
    var proc = Path.of("/proc", Long.toString(process.pid()));
    String text = read(proc.resolve("cmdline")) + read(proc.resolve("environ"));
    try {
      text += Files.readSymbolicLink(proc.resolve("cwd"));
    } catch (IOException e) {
      // Gone meanwhile, or a thread of the kernel.
    }
    return text.contains(directory.toString());
  }

  static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what);
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    processes().forEach(ProcessHandle::destroyForcibly);
    await("every process to end", () -> processes().isEmpty());
  }
}
