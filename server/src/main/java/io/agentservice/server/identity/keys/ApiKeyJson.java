package io.agentservice.server.identity.keys;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.KeyId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public record ApiKeyJson(
    KeyId apiKeyId,
    String apiKeyName,
    long createdAt,
    @Nullable Long expiresAt,
    @Nullable Long lastUsedAt,
    @Nullable Long revokedAt,
    boolean isActive) {

  public static ApiKeyJson of(ApiKey key) {
    return new ApiKeyJson(
        key.keyId(),
        key.name(),
        key.createdAt().getEpochSecond(),
        seconds(key.expiresAt()),
        seconds(key.lastUsedAt()),
        seconds(key.revokedAt()),
        key.isActive());
  }

  private static @Nullable Long seconds(@Nullable Instant time) {
    return time == null ? null : time.getEpochSecond();
  }

  /** A key that was just made for a service user: what cannot be asked for later. */
  public record Fresh(KeyId apiKeyId, String apiKeyName, String token) {
    public static Fresh of(ApiKey.Fresh made) {
      return new Fresh(made.key().keyId(), made.key().name(), made.token());
    }
  }

  /** A human's new key, with all its fields. */
  public record Own(@JsonUnwrapped ApiKeyJson key, String token) {
    public static Own of(ApiKey.Fresh made) {
      return new Own(ApiKeyJson.of(made.key()), made.token());
    }
  }
}
