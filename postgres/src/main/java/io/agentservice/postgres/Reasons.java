package io.agentservice.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.Objects;

/** Failures in words: the JDK's message is often a mere path. */
final class Reasons {
  private Reasons() {}

  static String of(IOException failure) {
    return switch (failure) {
      case AccessDeniedException e -> "no permission for " + e.getFile();
      case NoSuchFileException e -> e.getFile() + " does not exist";
      case FileAlreadyExistsException e -> e.getFile() + " is not a directory";
      default -> firstLine(failure);
    };
  }

  static String of(SQLException failure) {
    return firstLine(failure);
  }

  private static String firstLine(Exception failure) {
    return Objects.toString(failure.getMessage(), failure.toString())
        .lines()
        .findFirst()
        .orElse("no reason given");
  }
}
