package io.agentservice.server.context.knowledge;

import io.agentservice.server.base.ids.FolderId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A folder of notes.
 *
 * @param parentFolderId null at the root
 * @param path e.g. {@code /backend/api}; in the account's view below the organization's name
 * @param noteCount notes in the folder itself
 */
public record Folder(
    FolderId folderId,
    OrgId orgId,
    String name,
    @Nullable FolderId parentFolderId,
    String path,
    long noteCount,
    Instant createdAt) {

  /** 1 at the root of an organization. */
  int depth() {
    return (int) path.chars().filter(c -> c == '/').count();
  }

  /** Whether it is the other folder or below it. */
  boolean within(Folder other) {
    return path.equals(other.path) || path.startsWith(other.path + "/");
  }
}
