package io.agentservice.server.context.playbooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

record PlaybookJson(
    PlaybookId playbookId,
    @JsonUnwrapped TextJson text,
    String createdBy,
    String updatedBy,
    long createdAt,
    long updatedAt,
    String accessType,
    @Nullable OrgId orgId,
    @Nullable JsonNode structuredOutputSchema) {

  /** What it says, by two names each. */
  record TextJson(
      String title, String name, String body, String instructions, @Nullable String macro) {
    static TextJson of(Playbook playbook) {
      return new TextJson(
          playbook.title(), playbook.title(), playbook.body(), playbook.body(), playbook.macro());
    }
  }

  static PlaybookJson of(Playbook playbook) {
    String schema = playbook.structuredOutputSchema();
    return new PlaybookJson(
        playbook.playbookId(),
        TextJson.of(playbook),
        playbook.createdBy(),
        playbook.updatedBy(),
        playbook.createdAt().getEpochSecond(),
        playbook.updatedAt().getEpochSecond(),
        playbook.accessType(),
        playbook.orgId(),
        schema == null ? null : Json.MAPPER.readTree(schema));
  }
}
