package io.agentservice.server;

import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.SettingsException;
import io.agentservice.server.engine.lifecycle.ConnectTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The master key of this installation, as it was given or lies in the data directory; the first
 * server on a database makes one when there is neither. The database knows its fingerprint, so that
 * no server joins with another one.
 *
 * @param key the key
 * @param connectTokens signed by a secret that is the same on every node; whoever reads the
 *     database alone does not know it
 */
record InstallationKey(MasterKey key, ConnectTokens connectTokens) {
  private static final Logger LOG = LoggerFactory.getLogger(InstallationKey.class);
  private static final String SETTING = "AGENT_MASTER_KEY";
  private static final String FINGERPRINT = "master_key_fingerprint";
  private static final String CONNECT_SECRET = "connect";
  private static final int SECRET_BYTES = 32;

  /**
   * Finds the key, or makes it on the first start.
   *
   * @throws SettingsException when there is none, two, or one that is not the database's; one line
   *     that says which is wanted
   */
  static InstallationKey open(Database database, Settings settings) {
    var file = new KeyFile(settings.home().resolve("master.key"));
    var found = database.inTransaction(tx -> open(tx.on(FirstStartSql.class), file, settings));
    LOG.info("master key {} of this database is in use", found.key.fingerprint());
    return found;
  }

  private static InstallationKey open(FirstStartSql sql, KeyFile file, Settings settings) {
    sql.lock();
    var wanted = sql.secret(FINGERPRINT).map(bytes -> new String(bytes, StandardCharsets.US_ASCII));
    var sealed = sql.secret(CONNECT_SECRET);
    var key = present(file, settings.store().masterKey());
    if (key == null) {
      if (wanted.isPresent() || sealed.isPresent()) {
        throw new SettingsException(
            "%s is missing: this database has a master key already%s; %s"
                .formatted(file.path(), named(wanted), remedy()));
      }
      key = made(file);
    }
    if (wanted.isPresent() && !wanted.get().equals(key.fingerprint())) {
      throw foreign(file, settings, key, wanted);
    }
    byte[] secret;
    try {
      secret = secret(sql, new Vault(key), sealed);
    } catch (IllegalStateException _) {
      throw foreign(file, settings, key, wanted);
    }
    sql.insertSecret(FINGERPRINT, key.fingerprint().getBytes(StandardCharsets.US_ASCII));
    return new InstallationKey(key, new ConnectTokens(secret));
  }

  private static byte[] secret(FirstStartSql sql, Vault vault, Optional<byte[]> sealed) {
    if (sealed.isPresent()) {
      return vault.decrypt(sealed.get(), CONNECT_SECRET);
    }
    var fresh = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(fresh);
    sql.insertSecret(CONNECT_SECRET, vault.encrypt(fresh, CONNECT_SECRET));
    return fresh;
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

  private static MasterKey made(KeyFile file) {
    try {
      return file.create();
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
    String source = settings.store().masterKey() == null ? file.path().toString() : SETTING;
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
