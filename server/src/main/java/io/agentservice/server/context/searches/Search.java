package io.agentservice.server.context.searches;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SearchId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search that was asked for.
 *
 * @param status running, completed or failed
 * @param sessionId the session started from it
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
