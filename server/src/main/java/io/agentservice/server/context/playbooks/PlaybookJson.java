package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.http.Json;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A playbook on the wire (api-org.md 4). {@code name} and {@code instructions} repeat. */
record PlaybookJson(
    PlaybookId playbookId,
    String title,
    String name,
    String body,
    String instructions,
    @Nullable String macro,
    String createdBy,
    String updatedBy,
    long createdAt,
    long updatedAt,
    String accessType,
    @Nullable OrgId orgId,
    @Nullable JsonNode structuredOutputSchema) {

  static PlaybookJson of(Playbook playbook) {
    String schema = playbook.structuredOutputSchema();
    return new PlaybookJson(
        playbook.playbookId(),
        playbook.title(),
        playbook.title(),
        playbook.body(),
        playbook.body(),
        playbook.macro(),
        playbook.createdBy(),
        playbook.updatedBy(),
        playbook.createdAt().getEpochSecond(),
        playbook.updatedAt().getEpochSecond(),
        playbook.accessType(),
        playbook.orgId(),
        schema == null ? null : Json.MAPPER.readTree(schema));
  }
}
