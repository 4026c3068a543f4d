package io.agentservice.server.context.searches;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SearchId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search that was made.
 *
 * @param repoNames the repositories that were searched
 * @param status running, completed or failed
 * @param sessionId of the session that was started from it
 */
public record Search(
    SearchId searchId,
    OrgId orgId,
    String query,
    List<String> repoNames,
    String origin,
    String status,
    @Nullable Integer resultCount,
    @Nullable String userId,
    @Nullable String serviceUserId,
    @Nullable String sessionId,
    Instant createdAt,
    @Nullable Instant completedAt) {
  public Search {
    repoNames = List.copyOf(repoNames);
  }
}
