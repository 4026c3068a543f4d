package io.agentservice.server.engine.push;

import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.engine.push.sealing.P256;
import io.agentservice.server.engine.push.sealing.Vapid;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import org.jspecify.annotations.Nullable;

/** The pair by which browsers know this installation, made at its first use. */
final class PushKey {
  private static final String CONTEXT = "push_key";

  private final Database database;
  private final Vault vault;
  private volatile @Nullable Vapid known;

  PushKey(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  Vapid get() {
    var found = known;
    if (found == null) {
      found = stored();
      known = found; // it never changes
    }
    return found;
  }

  private Vapid stored() {
    return database
        .with(PushKeySql.class, PushKeySql::find)
        .map(this::opened)
        .orElseGet(() -> {
          var pair = P256.fresh();
          byte[] open = P256.bytes((ECPublicKey) pair.getPublic());
          byte[] sealed = vault.encrypt(P256.bytes((ECPrivateKey) pair.getPrivate()), CONTEXT);
          return opened(
              database.inTransaction(tx -> {
                var sql = tx.on(PushKeySql.class);
                sql.insert(open, sealed);
                return sql.find().orElseThrow();
              }));
        });
  }

  private Vapid opened(PushKeySql.Row row) {
    return new Vapid(row.publicKey(), P256.privateKey(vault.decrypt(row.privateKey(), CONTEXT)));
  }
}
