package io.agentservice.server.context.secrets;

import io.agentservice.server.base.ids.SecretId;
import org.jspecify.annotations.Nullable;

record SecretJson(
    SecretId secretId,
    String key,
    @Nullable String note,
    boolean isSensitive,
    String secretType,
    String accessType,
    String createdBy,
    long createdAt,
    @Nullable String updatedBy,
    @Nullable Long updatedAt) {

  static SecretJson of(Secret secret) {
    return new SecretJson(
        secret.secretId(),
        secret.key(),
        secret.note(),
        secret.isSensitive(),
        secret.type().word(),
        "org",
        secret.createdBy(),
        secret.createdAt().getEpochSecond(),
        null,
        null);
  }
}
