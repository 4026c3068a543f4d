package io.agentservice.server.start.installation;

import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.ServerTokens;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.engine.gitaccess.GitTokens;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The master key, as given or in the data directory, else made by the first server. The database
 * knows its fingerprint, so that no server joins with another.
 */
record InstallationKey(
    MasterKey key, ConnectTokens connectTokens, GitTokens gitTokens, ServerTokens serverTokens) {
  private static final Logger LOG = LoggerFactory.getLogger(InstallationKey.class);
  private static final String SETTING = "AGENT_MASTER_KEY";
  private static final String FINGERPRINT = "master_key_fingerprint";
  private static final String CONNECT_SECRET = "connect";
  private static final int SECRET_BYTES = 32;

  /** Throws {@link SettingsException}, a line, for none, two, or another than the database's. */
  static InstallationKey open(Database database, Settings settings) {
    var file = new KeyFile(settings.home().resolve("master.key"));
    Optional<InstallationKey> found;
    do {
      found = tryOpen(database, file, settings);
    } while (found.isEmpty());
    LOG.info("master key {} of this database is in use", found.get().key.fingerprint());
    return found.get();
  }

  /** Read before the file; {@code connectSecret} is encrypted. */
  private record Stored(Optional<String> fingerprint, Optional<byte[]> connectSecret) {
    static Stored read(FirstStartSql sql) {
      return new Stored(
          sql.secret(FINGERPRINT).map(bytes -> new String(bytes, StandardCharsets.US_ASCII)),
          sql.secret(CONNECT_SECRET));
    }
  }

  /** Outside a transaction, which would time out. Empty when another was first. */
  private static Optional<InstallationKey> tryOpen(
      Database database, KeyFile file, Settings settings) {
    var kept = database.inTransaction(tx -> Stored.read(tx.on(FirstStartSql.class)));
    var key = present(file, settings.installation().store().masterKey());
    if (key != null) {
      return open(database, file, settings, kept, key);
    }
    if (kept.fingerprint().isPresent() || kept.connectSecret().isPresent()) {
      throw new SettingsException(
          "%s is missing: this database has a master key already%s; %s"
              .formatted(file.path(), named(kept.fingerprint()), remedy()));
    }
    try (var draft = file.draft()) {
      return first(database, draft.key(), () -> keep(draft, file));
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static Optional<InstallationKey> open(
      Database database, KeyFile file, Settings settings, Stored kept, MasterKey key) {
    var wanted = kept.fingerprint();
    if (wanted.isPresent() && !wanted.get().equals(key.fingerprint())) {
      throw foreign(file, settings, key, wanted);
    }
    if (kept.connectSecret().isEmpty()) {
      return first(database, key, () -> true);
    }
    byte[] secret;
    try {
      secret = new Vault(key).decrypt(kept.connectSecret().get(), CONNECT_SECRET);
    } catch (IllegalStateException _) {
      throw foreign(file, settings, key, wanted);
    }
    if (wanted.isEmpty()) {
      byte[] fingerprint = bytes(key.fingerprint());
      database.useTransaction(
          tx -> tx.on(FirstStartSql.class).insertSecret(FINGERPRINT, fingerprint));
    }
    return Optional.of(of(key, secret));
  }

  /** Empty when another server has been first, or {@code keepKey} says so. */
  private static Optional<InstallationKey> first(
      Database database, MasterKey key, BooleanSupplier keepKey) {
    var secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    byte[] encrypted = new Vault(key).encrypt(secret, CONNECT_SECRET);
    byte[] fingerprint = bytes(key.fingerprint());
    boolean kept =
        database.inTransaction(tx -> {
          var sql = tx.on(FirstStartSql.class);
          sql.lock();
          if (sql.secret(CONNECT_SECRET).isPresent() || !keepKey.getAsBoolean()) {
            return false;
          }
          sql.insertSecret(CONNECT_SECRET, encrypted);
          sql.insertSecret(FINGERPRINT, fingerprint);
          return true;
        });
    return kept ? Optional.of(of(key, secret)) : Optional.empty();
  }

  private static InstallationKey of(MasterKey key, byte[] secret) {
    return new InstallationKey(
        key, new ConnectTokens(secret), new GitTokens(secret), new ServerTokens(secret));
  }

  private static byte[] bytes(String fingerprint) {
    return fingerprint.getBytes(StandardCharsets.US_ASCII);
  }

  /** The key that was given or lies there; null when there is none. */
  private static @Nullable MasterKey present(KeyFile file, @Nullable MasterKey given) {
    Optional<MasterKey> kept;
    try {
      kept = file.read();
    } catch (IOException e) {
      throw unusable(file, e);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(file.path() + " " + e.getMessage());
    }
    if (given != null
        && kept.isPresent()
        && !given.fingerprint().equals(kept.get().fingerprint())) {
      throw new SettingsException(
          "%s (%s) and %s (%s) are different keys; remove the one that is not this installation's"
              .formatted(SETTING, given.fingerprint(), file.path(), kept.get().fingerprint()));
    }
    return given == null ? kept.orElse(null) : given;
  }

  private static boolean keep(KeyFile.Draft draft, KeyFile file) {
    try {
      return draft.keep();
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static SettingsException unusable(KeyFile file, IOException e) {
    return new SettingsException(
        "The key file %s can't be used: %s".formatted(file.path(), e.getClass().getSimpleName()));
  }

  private static SettingsException foreign(
      KeyFile file, Settings settings, MasterKey key, Optional<String> wanted) {
    String source =
        settings.installation().store().masterKey() == null ? file.path().toString() : SETTING;
    return new SettingsException(
        "%s (%s) is not the master key of this database%s; %s"
            .formatted(source, key.fingerprint(), named(wanted), remedy()));
  }

  private static String named(Optional<String> wanted) {
    return wanted.map(fingerprint -> ", which is " + fingerprint).orElse("");
  }

  private static String remedy() {
    return "copy master.key from the data directory of a server that runs on it, or give that key in "
        + SETTING;
  }
}
