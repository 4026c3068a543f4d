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
import java.util.Arrays;
import java.util.Optional;

/** The sealed key of local workers, for outposts only; remade when it is revoked. */
final class WorkerKey {
  private static final String NAME = "worker_key";

  private WorkerKey() {}

  /** A key that is good, made when it is first asked for. A secret. */
  static String of(Database database, Vault vault, String prefix) {
    var found = database.with(FirstStartSql.class, sql -> sql.secret(NAME));
    var kept = found.map(sealed -> opened(vault, sealed));
    if (kept.isPresent() && isGood(database, kept.get())) {
      return kept.get();
    }
    String key = Tokens.create(prefix);
    byte[] sealed = vault.encrypt(key.getBytes(StandardCharsets.UTF_8), NAME);
    return database
        .inTransaction(tx -> {
          var sql = tx.on(FirstStartSql.class);
          sql.lock();
          var now = sql.secret(NAME);
          if (!Arrays.equals(now.orElse(null), found.orElse(null))) {
            return now; // of the server that was first
          }
          store(tx, sql, kept, key);
          sql.deleteSecret(NAME);
          sql.insertSecret(NAME, sealed);
          return Optional.of(sealed);
        })
        .map(secret -> opened(vault, secret))
        .orElseThrow();
  }

  private static String opened(Vault vault, byte[] sealed) {
    return new String(vault.decrypt(sealed, NAME), StandardCharsets.UTF_8);
  }

  private static boolean isGood(Database database, String key) {
    return database.with(
        FirstStartSql.class, sql -> sql.isGood(sql.account().orElseThrow(), Tokens.digest(key)));
  }

  /** A key of the user whose the one before was, as long as that lives. */
  private static void store(Tx tx, FirstStartSql sql, Optional<String> before, String key) {
    var account = new AccountId(sql.account().orElseThrow());
    String user =
        before
            .flatMap(old -> sql.holder(account.value(), Tokens.digest(old)))
            .orElseGet(() -> user(sql, account));
    Keys.store(tx, account, Principal.Kind.SERVICE_USER, user, null, "local workers", key);
  }

  private static String user(FirstStartSql sql, AccountId account) {
    String user = Id.create(ServiceUserId.class).value();
    sql.insertServiceUser(user, account.value(), "local workers");
    sql.assign(user, null, BuiltinRole.OUTPOSTS_MACHINE.roleId());
    return user;
  }
}
