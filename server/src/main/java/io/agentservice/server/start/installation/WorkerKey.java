package io.agentservice.server.start.installation;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.ServiceUserId;
import java.nio.charset.StandardCharsets;

/**
 * The key of workers that the installation starts itself: they may serve outposts and nothing else.
 * Kept sealed, so that there is one for all starts and servers.
 */
final class WorkerKey {
  private static final String NAME = "worker_key";

  private WorkerKey() {}

  /** The key, made when it is first asked for. A secret. */
  static String of(Database database, Vault vault, String prefix) {
    byte[] sealed =
        database
            .with(FirstStartSql.class, sql -> sql.secret(NAME))
            .orElseGet(() -> made(database, vault, Tokens.create(prefix)));
    return new String(vault.decrypt(sealed, NAME), StandardCharsets.UTF_8);
  }

  /** That key, or the one of the server that was first. */
  private static byte[] made(Database database, Vault vault, String key) {
    byte[] sealed = vault.encrypt(key.getBytes(StandardCharsets.UTF_8), NAME);
    return database.inTransaction(tx -> {
      var sql = tx.on(FirstStartSql.class);
      sql.lock();
      var other = sql.secret(NAME);
      if (other.isEmpty()) {
        store(tx, sql, key, sealed);
      }
      return other.orElse(sealed);
    });
  }

  private static void store(Tx tx, FirstStartSql sql, String key, byte[] sealed) {
    var account = new AccountId(sql.account().orElseThrow());
    String user = Id.create(ServiceUserId.class).value();
    sql.insertServiceUser(user, account.value(), "local workers");
    sql.assign(user, null, BuiltinRole.OUTPOSTS_MACHINE.roleId());
    Keys.store(tx, account, Principal.Kind.SERVICE_USER, user, null, "local workers", key);
    sql.insertSecret(NAME, sealed);
  }
}
