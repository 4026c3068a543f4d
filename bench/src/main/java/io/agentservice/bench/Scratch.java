package io.agentservice.bench;

import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory of one run below the build's directory, deleted after it. */
record Scratch(Path path) implements AutoCloseable {
  static Scratch create(String name) throws IOException {
    return new Scratch(
        Files.createTempDirectory(Files.createDirectories(Path.of("bench/target")), name)
            .toAbsolutePath());
  }

  @Override
  public void close() throws IOException {
    Trees.delete(path);
  }
}
