package io.agentservice.server.knowledge;

import org.jspecify.annotations.Nullable;

/**
 * A folder of an organization's notes.
 *
 * @param parentFolderId null at the root
 * @param path e.g. {@code /backend/api}
 * @param noteCount notes in the folder itself
 */
public record Folder(
    String folderId, String name, @Nullable String parentFolderId, String path, long noteCount) {

  /** 1 at the root. */
  int depth() {
    return (int) path.chars().filter(c -> c == '/').count();
  }

  /** Whether it is the other folder or below it. */
  boolean within(Folder other) {
    return path.equals(other.path) || path.startsWith(other.path + "/");
  }
}
