package io.agentservice.server.context.playbooks;

import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.PlaybookId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Steps that an organization has written down.
 *
 * @param macro {@code !} and a word, or null
 * @param structuredOutputSchema JSON for sessions without their own, or null
 * @param orgId null for the whole enterprise
 * @param createdBy user, service user or key id
 * @param createdByName null when that is gone
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
