package io.agentservice.bench;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory of one run, deleted after it with all that is in it: databases have gigabytes.
 *
 * @param path below the build's directory, where the disk has room
 */
record Scratch(Path path) implements AutoCloseable {
  static Scratch create(String name) throws IOException {
    return new Scratch(
        Files.createTempDirectory(Files.createDirectories(Path.of("bench/target")), name)
            .toAbsolutePath());
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
