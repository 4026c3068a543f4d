package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.repositories.RepoName;
import org.jspecify.annotations.Nullable;

/**
 * A list's filter; null: any.
 *
 * @param search part of name, trigger or body, in any case
 * @param folderPath with all folders below
 * @param pinned to that repository, by host if both have one
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
