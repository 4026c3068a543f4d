package io.agentservice.server;

import io.agentservice.server.base.auth.BuiltinRole;
import io.agentservice.server.base.auth.Keys;
import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.auth.Tokens;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.identity.passwords.PasswordHash;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Fills an empty database (auth.md 8): the account, an organization, the admin, his key and
 * password.
 */
final class FirstStart {
  private static final int SECRET_BYTES = 32;
  private static final int PASSWORD_BYTES = 12;
  private static final String CURSOR_SECRET = "cursor";

  private FirstStart() {}

  /**
   * What was made, to be shown once; empty when the database was in use already or a key was given.
   */
  static Optional<Secrets> run(Database database, Settings settings) {
    return database.inTransaction(tx -> {
      var sql = tx.on(FirstStartSql.class);
      sql.lock();
      sql.insertSecret(CURSOR_SECRET, random(SECRET_BYTES));
      return sql.account().isPresent() ? Optional.empty() : fill(tx, sql, settings);
    });
  }

  /**
   * Ways in for the administrator.
   *
   * @param password of the human {@code admin}, for one sign-in
   */
  record Secrets(String key, String password) {
    /** Never shows them. */
    @Override
    public String toString() {
      return "Secrets[]";
    }
  }

  private static Optional<Secrets> fill(Tx tx, FirstStartSql sql, Settings settings) {
    var account = Id.create(AccountId.class);
    var org = Id.create(OrgId.class);
    var human = Id.create(UserId.class);
    var serviceUser = Id.create(ServiceUserId.class);
    int limit = settings.limits().defaultSessionAcuLimit();
    sql.insertAccount(account.value());
    sql.insertFeed(account.value());
    sql.insertOrganization(org.value(), account.value(), limit == 0 ? null : limit);
    sql.insertHuman(human.value(), account.value());
    sql.insertServiceUser(serviceUser.value(), account.value(), "admin");
    for (String admin : new String[] {human.value(), serviceUser.value()}) {
      sql.assign(admin, null, BuiltinRole.ACCOUNT_ADMIN.roleId());
      sql.assign(admin, org.value(), BuiltinRole.ORG_ADMIN.roleId());
    }
    var bootstrap = settings.bootstrap();
    String given = bootstrap.token();
    String key = given == null ? Tokens.create(bootstrap.keyPrefix()) : given;
    Keys.store(tx, account, Principal.Kind.SERVICE_USER, serviceUser.value(), null, "admin", key);
    String legacy = bootstrap.legacyToken();
    if (legacy != null) {
      Keys.store(tx, account, Principal.Kind.LEGACY_USER, human.value(), org, "admin", legacy);
    }
    if (given != null) {
      return Optional.empty();
    }
    String password = Tokens.of("", random(PASSWORD_BYTES));
    sql.setPassword(human.value(), account.value(), PasswordHash.of(password));
    return Optional.of(new Secrets(key, password));
  }

  /** The secret that signs cursors, the same on every node. */
  static byte[] cursorSecret(Database database) {
    return database
        .with(FirstStartSql.class, sql -> sql.secret(CURSOR_SECRET))
        .orElseThrow(() -> new IllegalStateException("the first start makes it"));
  }

  private static byte[] random(int bytes) {
    var secret = new byte[bytes];
    new SecureRandom().nextBytes(secret);
    return secret;
  }
}
