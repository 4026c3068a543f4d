package io.agentservice.cli.workplace;

import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where somebody wants work to be done. */
public final class GivenDirectory {
  private static final int MOST_NAMED = 8;

  private GivenDirectory() {}

  /** The directory, absolute; it must be there. */
  public static Path of(Path given) {
    var absolute = given.toAbsolutePath().normalize();
    if (!Files.isDirectory(absolute)) {
      throw CommandFailure.usage(absolute + " is no directory", instead(absolute));
    }
    return absolute;
  }

  /** What there is in place of a directory that is not there. */
  private static String instead(Path missing) {
    var parent = missing.getParent();
    while (parent != null && !Files.isDirectory(parent)) {
      parent = parent.getParent();
    }
    if (parent == null || Files.exists(missing)) {
      return "give the directory that holds it";
    }
    try (var children = Files.list(parent)) {
      var names =
          children
              .filter(Files::isDirectory)
              .map(child -> child.getFileName().toString())
              .filter(name -> !name.startsWith("."))
              .sorted()
              .limit(MOST_NAMED)
              .toList();
      return names.isEmpty()
          ? "there is no directory in " + parent
          : "in %s there is %s".formatted(parent, String.join(", ", names));
    } catch (IOException | UncheckedIOException _) {
      return "give one that is there";
    }
  }
}
