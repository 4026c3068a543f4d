package io.agentservice.server.engine.sessions.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SessionJsonTest {
  private static Session session(Session.Standing standing) {
    return new Session(
        new SessionId("agent-" + "0".repeat(32)),
        new AccountId("account-1"),
        new OrgId("org-1"),
        standing,
        Requester.by("API"),
        Task.PLAIN.titled("a title"),
        false,
        Host.ANY,
        new Session.Usage(null, new BigDecimal("1.50"), BigDecimal.ZERO),
        new Session.Results(null, List.of(), List.of(), null, null),
        Instant.EPOCH,
        Instant.EPOCH);
  }

  /** Some clients read an answer as it comes. */
  @Test
  void itsPartsLieFlatInTheOrderThatClientsKnow() {
    var error = new Session.Failure("internal", "It broke");
    var standing = new Session.Standing(Status.ERROR, null, null, false, null, null, error, 7);
    JsonNode json = Json.MAPPER.valueToTree(SessionJson.of(session(standing), "http://here"));
    assertThat(json.propertyNames())
        .containsExactly(
            "session_id",
            "url",
            "status",
            "status_detail",
            "outcome",
            "waits_for",
            "queue_position",
            "wait",
            "version",
            "org_id",
            "created_at",
            "updated_at",
            "acus_consumed",
            "model_dollars",
            "tags",
            "pull_requests",
            "title",
            "user_id",
            "service_user_id",
            "playbook_id",
            "schedule_id",
            "parent_session_id",
            "child_session_ids",
            "forked_from",
            "is_advanced",
            "is_archived",
            "structured_output",
            "origin",
            "category",
            "subcategory",
            "automation_id",
            "agent_mode",
            "platform",
            "outpost_id",
            "resumable",
            "error");
    assertThat(json.path("error").propertyNames()).containsExactly("code", "message");
    assertThat(json.path("origin").stringValue()).isEqualTo("api");
  }

  @Test
  void withoutAnErrorThereIsNone() {
    var standing = new Session.Standing(Status.NEW, null, null, false, null, null, null, 1);
    JsonNode json = Json.MAPPER.valueToTree(SessionJson.of(session(standing), "http://here"));
    assertThat(json.path("error").isNull()).isTrue();
    assertThat(json.path("waits_for").stringValue()).isEqualTo("outpost");
  }
}
