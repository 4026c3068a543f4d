package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.pullrequests.PullRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session's use on some days.
 *
 * @param ownerId human, service user or key; {@code unknown} for old sessions
 * @param ownerName the id if there is none
 * @param ownerEmail may be null
 * @param pullRequestTexts state and address, with a blank between
 */
public record SessionUse(
    SessionId sessionId,
    OrgId orgId,
    String orgName,
    @Nullable String title,
    Instant createdAt,
    String ownerId,
    String ownerName,
    @Nullable String ownerEmail,
    List<String> pullRequestTexts,
    BigDecimal acus) {

  /** Its pull requests in the order in which they were found. */
  public List<PullRequest> pullRequests() {
    return pullRequestTexts.stream().map(PullRequest::parse).toList();
  }
}
