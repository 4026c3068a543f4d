package io.agentservice.server.testing;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  /** One of this run; those that killed runs of this tree have left are deleted. */
  private static Path directory() throws IOException {
    if (!Files.isWritable(MEMORY) || MEMORY.toFile().getUsableSpace() < ROOM) {
      return TARGET;
    }
    String tree = "agent-tests-%08x-".formatted(TARGET.hashCode());
    try (var left = Files.newDirectoryStream(MEMORY, tree + "*")) {
      for (var directory : left) {
        if (!isInUse(directory.toString().substring(MEMORY.resolve(tree).toString().length()))) {
          Trees.delete(directory); // a PostgreSQL that was left with it ends within a minute
        }
      }
    }
    var directory = Files.createDirectory(MEMORY.resolve(tree + ProcessHandle.current().pid()));
    // Programs may not run from there.
    Files.createSymbolicLink(
        directory.resolve("cache"), Files.createDirectories(TARGET.resolve("cache")));
    return directory;
  }

  private static boolean isInUse(String pid) {
    return pid.matches("\\d{1,9}")
        && !pid.equals(String.valueOf(ProcessHandle.current().pid()))
        && ProcessHandle.of(Long.parseLong(pid)).isPresent();
  }

  private static void end(EmbeddedPostgres postgres, Path directory) {
    postgres.close();
    if (directory.equals(TARGET)) {
      return;
    }
    try {
      Trees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
