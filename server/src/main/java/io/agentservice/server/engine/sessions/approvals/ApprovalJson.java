package io.agentservice.server.engine.sessions.approvals;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.engine.approvals.Approval;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

record ApprovalJson(
    EventId eventId,
    String tool,
    JsonNode input,
    List<String> rules,
    @Nullable String unclear,
    long createdAt,
    @Nullable String answer,
    @Nullable String message,
    @Nullable String userId,
    @Nullable String username,
    @Nullable Long answeredAt) {

  static ApprovalJson of(Approval approval) {
    var asked = approval.asked();
    var answer = approval.answer();
    var at = approval.answeredAt();
    return new ApprovalJson(
        approval.eventId(),
        asked.tool(),
        Json.MAPPER.readTree(asked.input()),
        asked.rules(),
        asked.unclear(),
        approval.createdAt().getEpochSecond(),
        answer == null ? null : answer.kind().word(),
        answer == null ? null : answer.reason(),
        answer == null ? null : answer.userId(),
        answer == null ? null : answer.username(),
        at == null ? null : at.getEpochSecond());
  }
}
