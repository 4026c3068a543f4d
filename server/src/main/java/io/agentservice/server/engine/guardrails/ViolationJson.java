package io.agentservice.server.engine.guardrails;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;

record ViolationJson(
    long violationId,
    @JsonUnwrapped Violation.Found found,
    OrgId orgId,
    SessionId sessionId,
    long createdAt) {

  static ViolationJson of(Violation stored) {
    return new ViolationJson(
        stored.violationId(),
        stored.found(),
        stored.orgId(),
        stored.sessionId(),
        stored.createdAt().getEpochSecond());
  }
}
