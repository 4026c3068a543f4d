package io.agentservice.server.engine.sessions;

import io.agentservice.server.base.http.Origins;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.PlaybookId;
import io.agentservice.server.base.ids.ScheduleId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Status;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.wire.costs.Cost;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session as stored (api-org.md 1.1; the columns are explained in the migration).
 *
 * @param pullRequestTexts state and address of each, with a blank between
 * @param structuredOutput JSON as text, like its schema
 * @param modelDollars what its model calls cost, in US dollars, six decimals
 * @param knowledgeIds notes that it may read; null: all
 * @param playbookText title and body of its playbook as they were when it was created
 */
public record Session(
    SessionId sessionId,
    AccountId accountId,
    OrgId orgId,
    Status status,
    Status.@Nullable Detail statusDetail,
    @Nullable String title,
    @Nullable String userId,
    @Nullable String serviceUserId,
    @Nullable PlaybookId playbookId,
    @Nullable ScheduleId scheduleId,
    @Nullable SessionId parentSessionId,
    List<String> childSessionIds,
    List<String> pullRequestTexts,
    boolean isAdvanced,
    boolean isArchived,
    @Nullable String structuredOutput,
    @Nullable String structuredOutputSchema,
    String origin,
    @Nullable String category,
    @Nullable String subcategory,
    @Nullable String agentMode,
    @Nullable String platform,
    @Nullable OutpostId outpostId,
    boolean resumable,
    @Nullable Integer acuLimit,
    @Nullable String model,
    List<String> repos,
    List<String> tags,
    @Nullable List<String> knowledgeIds,
    @Nullable String playbookText,
    @Nullable String errorCode,
    @Nullable String errorMessage,
    BigDecimal acusConsumed,
    BigDecimal modelDollars,
    Instant createdAt,
    Instant updatedAt) {

  /** Where a session may come from (sessions.md 8). */
  public static final List<String> ORIGINS = Origins.WORDS;

  /** In the order in which they were found. */
  public List<PullRequest> pullRequests() {
    return pullRequestTexts.stream().map(PullRequest::parse).toList();
  }

  /** The address of its page, under the server's base address. */
  public String url(String base) {
    return url(base, sessionId);
  }

  /** The same of the session with that id. */
  public static String url(String base, SessionId id) {
    return base + "/sessions/" + id.hex();
  }

  /** What it has used up to now. */
  public Cost cost() {
    return new Cost(acusConsumed, modelDollars);
  }
}
