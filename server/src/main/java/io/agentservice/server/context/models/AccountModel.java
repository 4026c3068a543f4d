package io.agentservice.server.context.models;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.ModelId;
import java.time.Instant;

/**
 * As stored, without its keys.
 *
 * @param content names no secrets
 * @param keyCount of the keys that are kept with it
 * @param keysMark another one after each change of the keys; says nothing of them
 * @param createdBy user, service user or key id
 */
public record AccountModel(
    ModelId modelId,
    AccountId accountId,
    ModelContent content,
    int keyCount,
    String keysMark,
    String createdBy,
    Instant createdAt,
    Instant updatedAt) {

  public String name() {
    return content.name();
  }
}
