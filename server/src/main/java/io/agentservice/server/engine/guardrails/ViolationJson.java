package io.agentservice.server.engine.guardrails;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;

record ViolationJson(
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
    long createdAt) {

  static ViolationJson of(Violation stored) {
    return new ViolationJson(
        stored.violationId(),
        stored.eventId(),
        stored.guardrailId(),
        stored.guardrailName(),
        stored.guardrailType(),
        stored.orgId(),
        stored.sessionId(),
        stored.userMessage(),
        stored.reasoning(),
        stored.confidenceScore(),
        stored.actionTaken(),
        stored.createdAt().getEpochSecond());
  }
}
