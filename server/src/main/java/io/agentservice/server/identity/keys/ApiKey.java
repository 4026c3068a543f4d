package io.agentservice.server.identity.keys;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Without its token; {@code orgId} is a legacy key's, a null {@code expiresAt} is never. */
public record ApiKey(
    KeyId keyId,
    Principal.Kind kind,
    @Nullable OrgId orgId,
    String name,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant revokedAt,
    boolean expired) {

  public boolean isRevoked() {
    return revokedAt != null;
  }

  public boolean isActive() {
    return !isRevoked() && !expired;
  }

  /** A key that was just made, with its token: a secret to be shown once. */
  public record Fresh(ApiKey key, String token) {
    @Override
    public String toString() {
      return "Fresh[" + key.keyId() + "]";
    }
  }
}
