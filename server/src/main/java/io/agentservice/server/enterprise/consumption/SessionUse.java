package io.agentservice.server.enterprise.consumption;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.pullrequests.PullRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session used on some days of billing, and whose it is.
 *
 * @param ownerId the human, else the service user, else the key of nobody; {@code unknown} of a
 *     session from before these were noted
 * @param ownerName his own id where he has no name
 * @param ownerEmail null: he has none
 * @param pullRequestTexts state and address of each, with a blank between
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
