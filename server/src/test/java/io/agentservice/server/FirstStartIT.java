package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.db.DatabaseUnavailableException;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.SettingsException;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstStartIT {
  @TempDir private Path first;
  @TempDir private Path second;

  private final TestDatabase database = TestDatabase.create();

  @AfterEach
  void close() {
    database.close();
  }

  private Settings settings(Path home, String... more) {
    var values = new HashMap<String, String>();
    values.put("AGENT_HOME", home.toString());
    values.put("AGENT_PORT", "0");
    values.put("AGENT_DATABASE_URL", database.jdbcUrl());
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return Settings.read(values);
  }

  private void start(Path home, String... more) {
    App.start(settings(home, more)).close();
  }

  private static MasterKey key(Path home) throws IOException {
    return new KeyFile(home.resolve("master.key")).read().orElseThrow();
  }

  @Test
  void theStartMakesTheKeyBeforeAnySecretNeedsIt() throws Exception {
    try (var log = new LogCapture()) {
      start(first);
      String fingerprint = key(first).fingerprint();
      assertThat(log.from(Level.INFO)).anyMatch(line -> line.contains("master key " + fingerprint));
    }
  }

  @Test
  void aServerWithTheKeyFileOfAnotherInstallationDoesNotStart() throws Exception {
    start(first);
    start(first);
    new KeyFile(second.resolve("master.key")).create();

    assertThatThrownBy(() -> start(second))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            second.resolve("master.key").toString(),
            key(second).fingerprint(),
            "is not the master key of this database, which is " + key(first).fingerprint());
  }

  @Test
  void aServerWithoutTheKeyOfADatabaseInUseMakesNoneAndSaysWhichIsWanted() throws Exception {
    start(first);

    assertThatThrownBy(() -> start(second))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            second.resolve("master.key") + " is missing",
            "which is " + key(first).fingerprint(),
            "copy master.key",
            "AGENT_MASTER_KEY");
    assertThat(second.resolve("master.key")).doesNotExist();
  }

  @Test
  void theKeyMayBeGivenInsteadOfTheFile() throws Exception {
    start(first);
    start(second, "AGENT_MASTER_KEY", key(first).text());
    assertThat(second.resolve("master.key")).doesNotExist();
  }

  @Test
  void twoDifferentKeysAreRefused() throws Exception {
    start(first);
    var other = MasterKey.fresh();

    assertThatThrownBy(() -> start(first, "AGENT_MASTER_KEY", other.text()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            "AGENT_MASTER_KEY (" + other.fingerprint(),
            key(first).fingerprint(),
            "are different keys")
        .message()
        .doesNotContain(other.text());
  }

  @Test
  void aDamagedKeyFileIsNamedAndNotShown() throws Exception {
    Files.writeString(first.resolve("master.key"), "sw0rdfish");
    assertThatThrownBy(() -> start(first))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(first.resolve("master.key") + " must be")
        .message()
        .doesNotContain("sw0rdfish");
  }

  @Test
  void aDatabaseThatRefusesUsIsToldOfWithoutItsPassword() {
    String wrong = database.jdbcUrl().replaceFirst("password=[^&]*", "password=sw0rdfish");
    try (var log = new LogCapture()) {
      assertThatThrownBy(() -> start(first, "AGENT_DATABASE_URL", wrong))
          .isInstanceOf(DatabaseUnavailableException.class)
          .hasMessageContaining("AGENT_DATABASE_URL can't be used: FATAL: password")
          .message()
          .doesNotContain("sw0rdfish");
      assertThat(log.from(Level.DEBUG)).noneMatch(line -> line.contains("sw0rdfish"));
    }
  }

  @Test
  void aDatabaseElsewhereWithoutTlsIsWarnedOfOnce() {
    try (var log = new LogCapture()) {
      assertThatThrownBy(() ->
              start(first, "AGENT_DATABASE_URL", "jdbc:postgresql://no.such.host.invalid/agent"))
          .isInstanceOf(DatabaseUnavailableException.class);
      assertThat(log.from(Level.WARN))
          .filteredOn(line -> line.contains("sslmode=verify-full"))
          .hasSize(1);
    }
  }
}
