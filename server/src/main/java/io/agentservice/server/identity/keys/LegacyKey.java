package io.agentservice.server.identity.keys;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A human's, or nobody's (auth.md 1), whose principal is its own id. */
public record LegacyKey(
    KeyId keyId,
    Principal.Kind kind,
    String principalId,
    OrgId orgId,
    String name,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant revokedAt) {

  /** The human who holds it; null: nobody. */
  public @Nullable String userId() {
    return kind == Principal.Kind.LEGACY_USER ? principalId : null;
  }

  /** One that was just made, with its token: a secret to be shown once. */
  public record Fresh(KeyId keyId, OrgId orgId, String token) {
    @Override
    public String toString() {
      return "Fresh[" + keyId + "]";
    }
  }
}
