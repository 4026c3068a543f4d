package io.agentservice.cli.eval;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories that are empty. */
final class Fresh {
  private Fresh() {}

  static Path directory(Path path) {
    delete(path);
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw CommandFailure.failed("can't make %s: %s".formatted(path, e.getMessage()), null);
    }
  }

  static void delete(Path path) {
    try {
      Trees.delete(path);
    } catch (IOException e) {
      throw CommandFailure.failed("can't delete %s: %s".formatted(path, e.getMessage()), null);
    }
  }
}
