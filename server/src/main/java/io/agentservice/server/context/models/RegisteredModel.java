package io.agentservice.server.context.models;

import io.agentservice.server.base.ids.ModelId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;

/** As stored. {@code createdBy}: user, service user or key id. */
public record RegisteredModel(
    ModelId modelId,
    OrgId orgId,
    ModelContent content,
    String createdBy,
    Instant createdAt,
    Instant updatedAt) {

  /** What a session's model begins with when it is one of these. */
  public static final String PREFIX = "registered:";

  public String name() {
    return content.name();
  }
}
