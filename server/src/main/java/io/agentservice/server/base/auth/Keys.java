package io.agentservice.server.base.auth;

import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.KeyId;
import io.agentservice.server.base.ids.OrgId;
import org.jspecify.annotations.Nullable;

/**
 * Stores keys. The token's text is in no record and no log; only its digest and first characters
 * are kept.
 */
public final class Keys {
  private Keys() {}

  /**
   * Stores a key that never expires. {@code org} is the organization of a legacy key, else null.
   */
  public static KeyId store(
      Tx tx,
      AccountId account,
      Principal.Kind kind,
      String principalId,
      @Nullable OrgId org,
      String name,
      String token) {
    var id = Id.create(KeyId.class);
    tx.on(CredentialSql.class)
        .insert(
            new CredentialSql.NewKey(
                id.value(),
                account.value(),
                kind.name(),
                principalId,
                org == null ? null : org.value(),
                name,
                Tokens.digest(token),
                Tokens.start(token)));
    return id;
  }
}
