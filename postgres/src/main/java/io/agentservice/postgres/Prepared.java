package io.agentservice.postgres;

import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A closed server's directory for first starts, only read; may be null. */
record Prepared(@Nullable Path directory) {
  static final Prepared NOTHING = new Prepared(null);

  /** Copies the programs, by hard links where possible; false if there are none. */
  boolean copyPrograms(String name, Path target) throws IOException {
    if (directory == null) {
      return false;
    }
    Path source = directory.resolveSibling("cache").resolve(name);
    if (!Files.isDirectory(source)) {
      return false;
    }
    Trees.copy(source, target, Trees::link);
    return true;
  }

  /** Whether there are data of the programs of that name, of a stopped server. */
  boolean hasDataOf(Path programsHome) {
    if (directory == null) {
      return false;
    }
    Path programs = directory.resolveSibling("cache").resolve(programsHome.getFileName());
    Path data = directory.resolve("data");
    return Files.isDirectory(programs)
        && Files.isReadable(data.resolve("PG_VERSION"))
        && Files.notExists(PostmasterFile.path(data));
  }

  /** Copies the data, as those of a cluster of its own. */
  void copyData(Path target) throws IOException {
    if (directory == null) {
      throw new IllegalStateException("nothing is prepared");
    }
    Trees.copy(directory.resolve("data"), target, Files::copy);
    SystemIdentifier.renew(target);
  }
}
