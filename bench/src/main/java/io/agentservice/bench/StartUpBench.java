package io.agentservice.bench;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * P6: start to the first 200 with a new and with an existing data directory, and memory when idle.
 */
final class StartUpBench {
  private static final int RUNS = 7;
  private static final long IDLE_MILLIS = 5_000;

  private StartUpBench() {}

  static void main() throws Exception {
    var fresh = new double[RUNS];
    var again = new double[RUNS];
    var memory = new double[RUNS];
    Path root = Files.createTempDirectory("start-up");
    start(root.resolve("warm-up")); // unpacks PostgreSQL and writes the class archive
    Path cache = root.resolve("warm-up/cache");
    for (int run = 0; run < RUNS; run++) {
      Path home = Files.createDirectories(root.resolve("home-" + run));
      Files.createSymbolicLink(home.resolve("cache"), cache);
      fresh[run] = start(home);
      try (var server = ServerProcess.start(home)) {
        again[run] = server.awaitFirstAnswer();
        Thread.sleep(IDLE_MILLIS);
        memory[run] = server.residentMegabytes();
      }
    }
    Figures.of("start to first 200, new data directory", "ms", fresh).print();
    Figures.of("start to first 200, existing data directory", "ms", again).print();
    Figures.of("resident memory of the JVM, idle", "MB", memory).print();
  }

  private static double start(Path home) throws Exception {
    Files.createDirectories(home);
    try (var server = ServerProcess.start(home)) {
      return server.awaitFirstAnswer();
    }
  }
}
