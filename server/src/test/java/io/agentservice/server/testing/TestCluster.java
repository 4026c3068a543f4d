package io.agentservice.server.testing;

import io.agentservice.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The PostgreSQL of a test run. Its files are in memory where there is room: each database of a
 * test class is some five hundred of them, made and deleted again, which took a disk longer than
 * all that the tests do with them.
 */
final class TestCluster {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** A run keeps less than one; containers often have 64 MiB. */
  private static final long ROOM = 4L << 30;

  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private TestCluster() {}

  /** Opens it until this JVM ends. */
  static EmbeddedPostgres open() {
    try {
      var directory = directory();
      var postgres = EmbeddedPostgres.open(directory.resolve("test-postgres"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(postgres, directory)));
      return postgres;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same for each run of this tree, so that a killed one leaves nothing that adds up. */
  private static Path directory() throws IOException {
    if (!Files.isWritable(MEMORY) || MEMORY.toFile().getUsableSpace() < ROOM) {
      return TARGET;
    }
    var directory = MEMORY.resolve("agent-tests-%08x".formatted(TARGET.hashCode()));
    Files.createDirectories(directory);
    // Programs may not run from there.
    Path cache = directory.resolve("cache");
    if (!Files.isSymbolicLink(cache)) {
      Files.createSymbolicLink(cache, Files.createDirectories(TARGET.resolve("cache")));
    }
    return directory;
  }

  private static void end(EmbeddedPostgres postgres, Path directory) {
    postgres.close();
    if (directory.equals(TARGET)) {
      return;
    }
    try (var files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
