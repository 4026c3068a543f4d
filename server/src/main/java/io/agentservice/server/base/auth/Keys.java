package io.agentservice.server.base.auth;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Stores keys: digest and first characters, never the token. */
public final class Keys {
  private Keys() {}

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

  /** {@code org} is that of a legacy key; a null {@code expiresAt} is never. */
  public record Stored(
      KeyId id,
      AccountId account,
      Principal.Kind kind,
      String principalId,
      @Nullable OrgId org,
      String name,
      @Nullable Instant expiresAt) {}

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
