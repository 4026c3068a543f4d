package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Also the SQL row. {@code violationId} ascends in the account. */
public record Violation(
    long violationId, Found found, OrgId orgId, SessionId sessionId, Instant createdAt) {

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

  /** Null: any; {@code timeAfter} inclusive, {@code timeBefore} exclusive. */
  public record Filter(
      @Nullable String sessionId,
      @Nullable String guardrailId,
      @Nullable Instant timeAfter,
      @Nullable Instant timeBefore) {}
}
