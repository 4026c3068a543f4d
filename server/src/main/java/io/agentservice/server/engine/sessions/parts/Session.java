package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.http.requests.Origins;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.pullrequests.PullRequest;
import io.agentservice.wire.costs.Cost;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A session (api-org.md 1.1; the columns: the migration). {@code isAdvanced} by its {@link Manner}.
 */
public record Session(
    SessionId sessionId,
    AccountId accountId,
    OrgId orgId,
    Standing standing,
    Requester requester,
    Task task,
    boolean isAdvanced,
    Host host,
    Usage usage,
    Results results,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Where it stands.
   *
   * @param priorDetail before it last stopped running
   * @param queuePosition among those that wait for its outpost, 1 to 1000; else null
   * @param longWait null unless it sleeps and wakes by itself
   * @param error why it failed, or null
   * @param version counts its changes that lists show
   */
  public record Standing(
      Status status,
      Status.@Nullable Detail statusDetail,
      Status.@Nullable Detail priorDetail,
      boolean isArchived,
      @Nullable Integer queuePosition,
      @Nullable Wait longWait,
      @Nullable Failure error,
      long version) {
    /** What its last task has come to, whatever the session does since. */
    public Outcome outcome() {
      return longWait == null ? Outcome.of(status, statusDetail, priorDetail) : Outcome.NONE;
    }
  }

  /** What its agent waits for without a machine (row 38), {@code time} or {@code message}. */
  public record Wait(String waitFor, @Nullable Instant waitUntil) {}

  /** Why a session failed: a word, and a sentence. */
  public record Failure(String errorCode, @Nullable String errorMessage) {}

  /** {@code acuLimit} is the smaller of its own and its organization's; cost in US dollars. */
  public record Usage(
      @Nullable Integer acuLimit, BigDecimal acusConsumed, BigDecimal modelDollars) {
    /** What it has used up to now. */
    public Cost cost() {
      return new Cost(acusConsumed, modelDollars);
    }
  }

  /** {@code structuredOutput} is JSON; a blank joins state and address. */
  public record Results(
      @Nullable String structuredOutput,
      List<String> pullRequestTexts,
      List<String> childSessionIds,
      @Nullable String category,
      @Nullable String subcategory) {
    /** In the order in which they were found. */
    public List<PullRequest> pullRequests() {
      return pullRequestTexts.stream().map(PullRequest::parse).toList();
    }
  }

  /** Where a session may come from (sessions.md 8). */
  public static final List<String> ORIGINS = Origins.WORDS;

  /** The address of its page, under the server's base address. */
  public String url(String base) {
    return url(base, sessionId);
  }

  /** The same of the session with that id. */
  public static String url(String base, SessionId id) {
    return base + "/sessions/" + id.hex();
  }

  /** What it waits for before it can run; null when it runs, sleeps or has ended. */
  public @Nullable WaitsFor waitsFor() {
    return switch (standing.status()) {
      case NEW, RESUMING ->
          host.outpostId() == null
              ? WaitsFor.OUTPOST
              : standing.queuePosition() == null ? WaitsFor.CONNECTION : WaitsFor.MACHINE;
      case CLAIMED -> WaitsFor.CONNECTION;
      case RUNNING, SUSPENDED, EXIT, ERROR -> null;
    };
  }

  /** What a session may wait for before it runs. */
  public enum WaitsFor {
    /** There is no outpost that could take it. */
    OUTPOST,
    /** A worker of its outpost that has room. */
    MACHINE,
    /** A worker has taken it, and its machine starts. */
    CONNECTION;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
