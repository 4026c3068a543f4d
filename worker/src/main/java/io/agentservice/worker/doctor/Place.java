package io.agentservice.worker.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class Place {
  private Place() {}

  /** The directory itself, or the nearest above it that exists. */
  static Path nearest(Path directory) {
    var path = directory.toAbsolutePath();
    while (path.getParent() != null && !Files.exists(path)) {
      path = path.getParent();
    }
    return path;
  }

  /** Why nothing can be written into the directory; null when it can. */
  static @Nullable String fault(Path directory, Path process) {
    var there = nearest(directory);
    if (!Files.isDirectory(there)) {
      return there + " is a file";
    }
    if (!Files.isWritable(there) || options(there, process).contains("ro")) {
      return there + " is not writable";
    }
    return null;
  }

  /** The mount options of an existing path's file system; empty where the system does not say. */
  static List<String> options(Path path, Path process) {
    try {
      var real = path.toRealPath();
      // Fields: id, parent, device, root, mount point, options, ...; spaces in names are \\040.
      return Files.readAllLines(process.resolve("mountinfo")).stream()
          .map(line -> line.split(" ", -1))
          .filter(fields -> fields.length > 5)
          .filter(fields -> real.startsWith(Path.of(fields[4].replace("\\040", " "))))
          // The deepest counts; of two at the same place the later.
          .max(Comparator.comparingInt(fields -> fields[4].length()))
          .map(fields -> List.of(fields[5].split(",", -1)))
          .orElse(List.of());
    } catch (IOException _) {
      return List.of();
    }
  }
}
