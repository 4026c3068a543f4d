package io.agentservice.server.start.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.agentservice.server.App;
import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.crypto.MasterKey;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("reads the log of the whole process")
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
    Files.writeString(second.resolve("master.key"), MasterKey.fresh().text());

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
  void nothingIsHeldInTheDatabaseWhileTheKeyFileIsRead() throws Exception {
    var pipe = first.resolve("master.key");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var key = MasterKey.fresh();
    try (var server = Database.open(database.jdbcUrl());
        var watch = DriverManager.getConnection(database.jdbcUrl())) {
      var opening =
          new FutureTask<>(() -> InstallationKey.open(server, settings(first)).key().fingerprint());
      Thread.ofPlatform().daemon().start(opening);
      try (var writer = Files.newBufferedWriter(pipe)) { // as soon as it is read
        assertThat(idle(watch)).isZero();
        writer.write(key.text());
      }
      assertThat(opening.get()).isEqualTo(key.fingerprint());
    }
  }

  /** Connections that stand still within a transaction. */
  private static int idle(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'")) {
      found.next();
      return found.getInt(1);
    }
  }

  @Test
  void twoServersThatStartFirstTogetherHaveOneKey() throws Exception {
    try (var server = Database.open(database.jdbcUrl())) {
      var starts = new ArrayList<FutureTask<String>>();
      for (int i = 0; i < 4; i++) {
        var start =
            new FutureTask<>(
                () -> InstallationKey.open(server, settings(first)).key().fingerprint());
        starts.add(start);
        Thread.ofPlatform().daemon().start(start);
      }
      for (var start : starts) {
        assertThat(start.get()).isEqualTo(key(first).fingerprint());
      }
    }
    assertThat(first).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void theKeyMayBeGivenInsteadOfTheFile() throws Exception {
    start(first);
    start(
        second,
        "AGENT_MASTER_KEY",
        key(first).text(),
        "AGENT_ATTACHMENT_STORE",
        first.resolve("data/attachments").toString());
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
              start(
                  first,
                  "AGENT_DATABASE_URL",
                  "jdbc:postgresql://no.such.host.invalid/agent",
                  "AGENT_DATABASE_WAIT_SECONDS",
                  "0"))
          .isInstanceOf(DatabaseUnavailableException.class);
      assertThat(log.from(Level.WARN))
          .filteredOn(line -> line.contains("sslmode=verify-full"))
          .hasSize(1);
    }
  }

  @Test
  void theFirstStartShowsAKeyAndAPasswordOnceAndKeepsNeither() throws Exception {
    try (var log = new LogCapture();
        var app = App.start(settings(first))) {
      String key = app.firstKey().orElseThrow();
      String password = app.firstPassword().orElseThrow();
      ApiClient.anonymous(app.address()).withToken(key).get("/v3/self").ok();
      var form = "name=admin&password=" + password + "&new_password=another%20one%20of%20mine";
      assertThat(signIn(app, form)).isEqualTo(303);
      assertThat(signIn(app, form)).isEqualTo(401);
      assertThat(log.from(Level.DEBUG)).noneMatch(line -> line.contains(password));
      app.firstSecretsTold();
    }
    try (var again = App.start(settings(first))) {
      assertThat(again.firstKey()).isEmpty();
      assertThat(again.firstPassword()).isEmpty();
    }
  }

  @Test
  void whatAStartThatFailedCouldNotTellIsToldByTheNext() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(first, "AGENT_PORT", String.valueOf(taken.getLocalPort())))
          .hasMessageContaining(String.valueOf(taken.getLocalPort()));
    }
    try (var app = App.start(settings(first))) {
      String key = app.firstKey().orElseThrow();
      String password = app.firstPassword().orElseThrow();
      ApiClient.anonymous(app.address()).withToken(key).get("/v3/self").ok();
      assertThat(
              signIn(
                  app,
                  "name=admin&password=" + password + "&new_password=another%20one%20of%20mine"))
          .isEqualTo(303);
      app.firstSecretsTold();
    }
    try (var again = App.start(settings(first))) {
      assertThat(again.firstKey()).isEmpty();
      assertThat(again.firstPassword()).isEmpty();
    }
  }

  @Test
  void nothingIsShownWhenTheKeysWereGivenAndTheyWork() throws Exception {
    String key = "given to the first start";
    String legacy = "given as the legacy key";
    try (var app =
        App.start(
            settings(
                first, "AGENT_BOOTSTRAP_TOKEN", key, "AGENT_BOOTSTRAP_LEGACY_TOKEN", legacy))) {
      assertThat(app.firstKey()).isEmpty();
      assertThat(app.firstPassword()).isEmpty();
      var anyone = ApiClient.anonymous(app.address());
      assertThat(anyone.withToken(key).get("/v3/self").ok().text("/service_user_name"))
          .isEqualTo("admin");
      anyone.withToken(legacy).get("/v1/knowledge").ok();
      assertThat(anyone.withToken(legacy).get("/v2/enterprise/self").ok().text("/user_name"))
          .isEqualTo("admin");
      assertThat(signIn(app, "name=admin&password=")).isEqualTo(401);
    }
  }

  private static int signIn(App app, String form) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(app.address() + "/login"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }
  }
}
