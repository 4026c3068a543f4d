package io.agentservice.server.agent.files;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory of a machine (web.md 7.3).
 *
 * @param more whether there are others
 */
record FileListing(String path, List<Entry> entries, boolean more) {
  /** Most entries of a list. */
  static final int MOST = 5_000;

  FileListing {
    entries = List.copyOf(entries);
  }

  /**
   * What is there.
   *
   * @param kind {@code file}, {@code directory} or {@code other}
   * @param size of a file, in bytes; else 0
   * @param ignored by git; null: not known
   * @param changed since the session began; null: not known
   */
  record Entry(
      String name, String kind, long size, @Nullable Boolean ignored, @Nullable Boolean changed) {}
}
