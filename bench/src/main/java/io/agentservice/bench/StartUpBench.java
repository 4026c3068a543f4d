package io.agentservice.bench;

import io.agentservice.bench.fixtures.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * P6, by the launcher: {@code agent --help}; the server until its first 200 with a new and an
 * existing data directory, its idle memory; {@code agent demo}; a changed server until it answers.
 * Needs {@code ./agent --build}.
 */
final class StartUpBench {
  private static final int RUNS = 7;
  private static final int DEMOS = 3;
  private static final long IDLE_MILLIS = 2_000;
  private static final String LAUNCHER = Path.of("agent").toAbsolutePath().toString();

  private StartUpBench() {}

  static void main() throws Exception {
    Path root = Files.createTempDirectory("start-up");
    command(root, "--help"); // files are read from the disk once
    var help = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      help[run] = command(root, "--help");
    }
    Figures.of("agent --help", "ms", help).print();
    starts(root);
    var demos = new double[DEMOS];
    for (int run = 0; run < DEMOS; run++) {
      demos[run] = command(root, "demo");
    }
    Figures.of("agent demo", "ms", demos).print();
    changed(root);
  }

  /** A source of the server is younger than what was built of it; the content does not matter. */
  private static void changed(Path root) throws Exception {
    Path source = Path.of("server/src/main/java/io/agentservice/server/Version.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
    try (var server = ServerProcess.launch(root.resolve("home-0"))) {
      var once = new double[] {server.awaitFirstAnswer()};
      Figures.of("change of the server to first 200", "ms", once).print();
    }
  }

  private static void starts(Path root) throws Exception {
    var fresh = new double[RUNS];
    var again = new double[RUNS];
    var memory = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      Path home = Files.createDirectories(root.resolve("home-" + run));
      try (var server = ServerProcess.launch(home)) {
        fresh[run] = server.awaitFirstAnswer();
      }
      try (var server = ServerProcess.launch(home)) {
        again[run] = server.awaitFirstAnswer();
        Thread.sleep(IDLE_MILLIS);
        memory[run] = server.residentMegabytes();
      }
    }
    Figures.of("start to first 200, new data directory", "ms", fresh).print();
    Figures.of("start to first 200, existing data directory", "ms", again).print();
    Figures.of("resident memory of the JVM, idle", "MB", memory).print();
  }

  private static double command(Path root, String... words) throws Exception {
    var command = new ArrayList<>(List.of(LAUNCHER));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("AGENT_HOME", root.resolve("home").toString());
    Path log = root.resolve("command.log");
    long started = System.nanoTime();
    var process = builder.redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + " failed, see " + log);
      }
      return (System.nanoTime() - started) / 1e6;
    } finally {
      process.destroyForcibly();
    }
  }
}
