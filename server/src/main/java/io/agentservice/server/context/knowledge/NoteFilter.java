package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.repositories.RepoName;
import org.jspecify.annotations.Nullable;

/**
 * Which of a scope's notes a list wants; null: any.
 *
 * @param search part of name, trigger or body, in any case
 * @param folderPath that folder and all below it
 * @param pinned to that repository; the host counts only when both name one
 * @param accessType {@code org} or {@code enterprise}
 */
public record NoteFilter(
    @Nullable String search,
    @Nullable String folderPath,
    @Nullable RepoName pinned,
    @Nullable String accessType) {
  /** Of organizations, not those of the whole enterprise. */
  public static final NoteFilter OWN = new NoteFilter(null, null, null, "org");

  /** For the statements. */
  public @Nullable String pinnedHost() {
    return pinned == null ? null : pinned.host();
  }

  /** For the statements. */
  public @Nullable String pinnedPath() {
    return pinned == null ? null : pinned.path();
  }
}
