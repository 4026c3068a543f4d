package io.agentservice.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an installation has made beforehand, so that a first start copies instead of making it: the
 * directory of a server that was opened, filled and closed. It is only read, by any number of
 * starts at once.
 *
 * @param directory as given to {@link EmbeddedPostgres#open}; need not exist; null: nothing
 */
record Prepared(@Nullable Path directory) {
  static final Prepared NOTHING = new Prepared(null);

  /**
   * Copies the programs. Where the file system allows it they are the same files by a second name:
   * nobody changes them.
   *
   * @return whether they were there
   */
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

  /**
   * Whether there are data that were written by these programs, of a server that is not running.
   */
  boolean hasDataOf(Binaries binaries) {
    if (directory == null) {
      return false;
    }
    Path programs = directory.resolveSibling("cache").resolve(binaries.home().getFileName());
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
