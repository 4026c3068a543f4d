package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A guardrail was broken; also the row that SQL answers.
 *
 * @param violationId ascending in the account
 * @param eventId of the message, or of the call
 * @param userMessage the text that broke it, in part, masked
 */
public record Violation(
    long violationId,
    String eventId,
    String guardrailId,
    String guardrailName,
    String guardrailType,
    OrgId orgId,
    SessionId sessionId,
    String userMessage,
    String reasoning,
    double confidenceScore,
    String actionTaken,
    Instant createdAt) {

  /** As the agent's loop found it; texts are masked already. */
  public record Found(
      String eventId,
      String guardrailId,
      String guardrailName,
      String guardrailType,
      String userMessage,
      String reasoning,
      double confidenceScore,
      String actionTaken) {}

  /**
   * Which are wanted; null: whichever.
   *
   * @param timeAfter inclusive
   * @param timeBefore exclusive
   */
  public record Filter(
      @Nullable String sessionId,
      @Nullable String guardrailId,
      @Nullable Instant timeAfter,
      @Nullable Instant timeBefore) {}
}
