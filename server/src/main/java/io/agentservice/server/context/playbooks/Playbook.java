package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A playbook as stored.
 *
 * @param body what is to be done, in words
 * @param macro {@code !} and a word by which people call it; null: none
 * @param structuredOutputSchema JSON as text, for sessions that bring none of their own; null: none
 * @param orgId null for a playbook of the whole enterprise
 * @param createdBy user, service user or key id
 * @param createdByName null when there is no such principal any more
 */
public record Playbook(
    PlaybookId playbookId,
    String title,
    String body,
    @Nullable String macro,
    @Nullable String structuredOutputSchema,
    @Nullable OrgId orgId,
    String createdBy,
    @Nullable String createdByName,
    String updatedBy,
    @Nullable String updatedByName,
    Instant createdAt,
    Instant updatedAt) {

  /** Who may read it: {@code org} or {@code enterprise}. */
  public String accessType() {
    return orgId == null ? "enterprise" : "org";
  }
}
