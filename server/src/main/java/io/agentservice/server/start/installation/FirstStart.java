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
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.ServiceUserId;
import io.agentservice.server.base.ids.UserId;
import io.agentservice.server.base.settings.InstallationSettings;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.identity.passwords.PasswordHash;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fills an empty database (auth.md 8). */
public final class FirstStart {
  private static final int SECRET_BYTES = 32;
  private static final int PASSWORD_BYTES = 12;
  private static final String CURSOR_SECRET = "cursor";
  private static final String UNTOLD = "first_secrets";

  private FirstStart() {}

  /** Loads what the first query needs. */
  public static void warmUp() {
    Database.warmUp(FirstStartSql.class, FirstStartSql::account);
  }

  /** The secrets to be shown, until {@link #told}; empty when a key was given. */
  public static Optional<Secrets> run(Database database, Vault vault, Settings settings) {
    byte[] cursor = random(SECRET_BYTES);
    database.useTransaction(tx -> tx.on(FirstStartSql.class).insertSecret(CURSOR_SECRET, cursor));
    if (database.with(FirstStartSql.class, FirstStartSql::account).isPresent()) {
      return untold(database, vault);
    }
    var admin = Admin.of(settings.installation().bootstrap(), vault);
    database.useTransaction(tx -> {
      var sql = tx.on(FirstStartSql.class);
      sql.lock();
      if (sql.account().isEmpty()) {
        fill(tx, sql, settings, admin);
      }
    });
    return untold(database, vault);
  }

  private static Optional<Secrets> untold(Database database, Vault vault) {
    return database
        .with(FirstStartSql.class, sql -> sql.secret(UNTOLD))
        .map(sealed -> Secrets.opened(sealed, vault));
  }

  /** Whoever runs the server has seen the secrets; no start tells them again. */
  static void told(Database database) {
    database.useTransaction(tx -> tx.on(FirstStartSql.class).deleteSecret(UNTOLD));
  }

  /** Made before the transaction; {@code untold} is null when a key was given. */
  private record Admin(String key, @Nullable Untold untold) {
    static Admin of(InstallationSettings.Bootstrap bootstrap, Vault vault) {
      String given = bootstrap.token();
      if (given != null) {
        return new Admin(given, null);
      }
      String password = Tokens.of("", random(PASSWORD_BYTES));
      var secrets = new Secrets(Tokens.create(bootstrap.keyPrefix()), password);
      return new Admin(secrets.key(), new Untold(PasswordHash.of(password), secrets.sealed(vault)));
    }
  }

  /** {@code secrets}: sealed, since the start may fail before it can tell them. */
  private record Untold(String passwordHash, byte[] secrets) {}

  /** The password is the human {@code admin}'s, for one sign-in. */
  public record Secrets(String key, String password) {
    private byte[] sealed(Vault vault) {
      return vault.encrypt((password + '\n' + key).getBytes(StandardCharsets.UTF_8), UNTOLD);
    }

    private static Secrets opened(byte[] sealed, Vault vault) {
      var text = new String(vault.decrypt(sealed, UNTOLD), StandardCharsets.UTF_8);
      int end = text.indexOf('\n');
      return new Secrets(text.substring(end + 1), text.substring(0, end));
    }

    @Override
    public String toString() {
      return "Secrets[]";
    }
  }

  private static void fill(Tx tx, FirstStartSql sql, Settings settings, Admin admin) {
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
    var untold = admin.untold();
    if (untold != null) {
      sql.setPassword(human.value(), account.value(), untold.passwordHash());
      sql.insertSecret(UNTOLD, untold.secrets());
    }
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
