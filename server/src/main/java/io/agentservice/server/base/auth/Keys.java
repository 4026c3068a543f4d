package io.agentservice.server.base.auth;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Stores keys. The token's text is in no record and no log; only its digest and first characters
 * are kept.
 */
public final class Keys {
  private Keys() {}

  /** Stores a key that never expires; see the other one. */
  public static KeyId store(
      Tx tx,
      AccountId account,
      Principal.Kind kind,
      String principalId,
      @Nullable OrgId org,
      String name,
      String token) {
    var id = Id.create(KeyId.class);
    store(tx, new Stored(id, account, kind, principalId, org, name, null), token);
    return id;
  }

  /**
   * A key to be stored.
   *
   * @param org the organization of a legacy key, else null
   * @param expiresAt null: never
   */
  public record Stored(
      KeyId id,
      AccountId account,
      Principal.Kind kind,
      String principalId,
      @Nullable OrgId org,
      String name,
      @Nullable Instant expiresAt) {}

  /** Stores a key. */
  public static void store(Tx tx, Stored key, String token) {
    tx.on(CredentialSql.class)
        .insert(
            new CredentialSql.NewKey(
                key.id().value(),
                key.account().value(),
                key.kind().name(),
                key.principalId(),
                key.org() == null ? null : key.org().value(),
                key.name(),
                Tokens.digest(token),
                Tokens.start(token),
                key.expiresAt()));
  }
}
