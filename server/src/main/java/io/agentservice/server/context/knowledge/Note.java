package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.NoteId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A note as it is kept.
 *
 * @param trigger when an agent should read it, in words
 * @param folderPath {@code /} when it is in no folder
 * @param macro by which people call it, or null
 * @param pinnedRepo {@code owner/repo}, with a host, or {@code all}, where it is always read; or
 *     null
 * @param orgId null for the whole enterprise
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
