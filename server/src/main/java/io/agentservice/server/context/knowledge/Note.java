package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A knowledge note as stored.
 *
 * @param trigger when an agent should read it, in words
 * @param folderPath {@code /A/B}; {@code /} when it is in no folder
 * @param macro by which people call it; null: none
 * @param pinnedRepo {@code owner/repo}, the same on a host, or {@code all}: where it is read
 *     without asking; null: none
 * @param orgId null for a note of the whole enterprise
 */
public record Note(
    NoteId noteId,
    String name,
    String body,
    String trigger,
    @Nullable FolderId folderId,
    String folderPath,
    boolean isEnabled,
    @Nullable String macro,
    @Nullable String pinnedRepo,
    @Nullable OrgId orgId,
    Instant createdAt,
    Instant updatedAt) {

  /** Pinned to every repository. */
  static final String EVERYWHERE = "all";

  /** Who may read it: {@code org} or {@code enterprise}. */
  public String accessType() {
    return orgId == null ? "enterprise" : "org";
  }
}
