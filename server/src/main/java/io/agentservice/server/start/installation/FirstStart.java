package io.agentservice.server.start.installation;

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
import org.jspecify.annotations.Nullable;

/**
 * Fills an empty database (auth.md 8): the account, an organization, the admin, his key and
 * password.
 */
public final class FirstStart {
  private static final int SECRET_BYTES = 32;
  private static final int PASSWORD_BYTES = 12;
  private static final String CURSOR_SECRET = "cursor";

  private FirstStart() {}

  /** Loads what the first query needs. */
  public static void warmUp() {
    Database.warmUp(FirstStartSql.class, FirstStartSql::account);
  }

  /**
   * What was made, to be shown once; empty when the database was in use already or a key was given.
   */
  public static Optional<Secrets> run(Database database, Settings settings) {
    byte[] cursor = random(SECRET_BYTES);
    database.useTransaction(tx -> tx.on(FirstStartSql.class).insertSecret(CURSOR_SECRET, cursor));
    if (database.with(FirstStartSql.class, FirstStartSql::account).isPresent()) {
      return Optional.empty();
    }
    var admin = Admin.of(settings.installation().bootstrap());
    return database.inTransaction(tx -> {
      var sql = tx.on(FirstStartSql.class);
      sql.lock();
      return sql.account().isPresent() ? Optional.empty() : fill(tx, sql, settings, admin);
    });
  }

  /**
   * Made before the transaction: a hash takes its time.
   *
   * @param password null when a key was given
   */
  private record Admin(String key, @Nullable Password password) {
    static Admin of(Settings.Bootstrap bootstrap) {
      String given = bootstrap.token();
      return given == null
          ? new Admin(Tokens.create(bootstrap.keyPrefix()), Password.fresh())
          : new Admin(given, null);
    }
  }

  private record Password(String text, String hash) {
    static Password fresh() {
      String text = Tokens.of("", random(PASSWORD_BYTES));
      return new Password(text, PasswordHash.of(text));
    }
  }

  /**
   * Ways in for the administrator.
   *
   * @param password of the human {@code admin}, for one sign-in
   */
  public record Secrets(String key, String password) {
    @Override
    public String toString() {
      return "Secrets[]";
    }
  }

  private static Optional<Secrets> fill(Tx tx, FirstStartSql sql, Settings settings, Admin admin) {
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
    for (String principal : new String[] {human.value(), serviceUser.value()}) {
      sql.assign(principal, null, BuiltinRole.ACCOUNT_ADMIN.roleId());
      sql.assign(principal, org.value(), BuiltinRole.ORG_ADMIN.roleId());
    }
    Keys.store(
        tx, account, Principal.Kind.SERVICE_USER, serviceUser.value(), null, "admin", admin.key());
    String legacy = settings.installation().bootstrap().legacyToken();
    if (legacy != null) {
      Keys.store(tx, account, Principal.Kind.LEGACY_USER, human.value(), org, "admin", legacy);
    }
    var password = admin.password();
    if (password == null) {
      return Optional.empty();
    }
    sql.setPassword(human.value(), account.value(), password.hash());
    return Optional.of(new Secrets(admin.key(), password.text()));
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
