package io.agentservice.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.client.http.Query;
import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Backups of a server that works, each command a process of its own. */
class BackupIT extends OnBackup {
  private static final String OTHER_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

  private static final Pattern BLOCK =
      Pattern.compile("<!-- BackupIT runs this block -->\n```sh\n(.*?)```", Pattern.DOTALL);

  @Test
  void aBackupMadeWhileSessionsAreWrittenIsOneMomentAndServesAgain() throws Exception {
    var before = new TreeSet<String>();
    for (int i = 0; i < 5; i++) {
      before.add(createSession());
    }
    var attachment = Path.of("data/attachments/ab/0123456789ab");
    Files.createDirectories(directory.resolve("home").resolve(attachment).getParent());
    Files.writeString(directory.resolve("home").resolve(attachment), "bytes of a file");
    var written = new TreeSet<>(before);
    var stop = new AtomicBoolean();
    Path backup;
    try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
      var writing =
          writers.submit(() -> {
            while (!stop.get()) {
              written.add(createSession());
            }
            return true;
          });
      await(() -> written.size() > before.size());
      backup = made();
      stop.set(true);
      writing.get();
    }
    var verified = backup(Map.of(), "verify", backup);
    assertThat(verified.text()).contains("is whole", "the master key opens it; audit log up to ");
    assertThat(verified.exitCode()).isZero();

    var home = Files.createDirectory(place.resolve("home"));
    Files.copy(directory.resolve("home/master.key"), home.resolve("master.key"));
    var restored = backup(Map.of(), "restore", "--home", home, backup);
    assertThat(restored.exitCode()).as(restored.text()).isZero();
    try (var postgres = EmbeddedPostgres.open(home.resolve("postgres"));
        var connection = DriverManager.getConnection(postgres.jdbcUrl())) {
      var sessions = ids(connection, "SELECT session_id FROM session");
      assertThat(sessions).containsAll(before);
      assertThat(written).containsAll(sessions);
      // Tables are copied one after the other, these two before the sessions.
      assertThat(ids(connection, "SELECT session_id FROM event")).isEqualTo(sessions);
      assertThat(sessions).containsAll(ids(connection, "SELECT session_id FROM queue_entry"));
    }
    assertThat(home.resolve(attachment)).hasContent("bytes of a file");
    serves(home, before);
  }

  /** A server on it knows the sessions, and makes another. */
  private static void serves(Path home, Set<String> sessions) {
    var settings = new HashMap<>(Map.of("AGENT_HOME", home.toString(), "AGENT_PORT", "0"));
    try (var app = App.start(Settings.read(settings))) {
      var connection =
          new io.agentservice.cli.connection.Connection(
              Map.of(
                  "AGENT_HOME", home.toString(),
                  "AGENT_API_URL", app.address(),
                  "AGENT_API_KEY", KEY));
      connection.callService((client, org) -> {
        var path = "/v3/organizations/%s/sessions".formatted(org);
        for (var id : sessions) {
          assertThat(client.get(path + "/" + id, Query.NONE).required("session_id")).isEqualTo(id);
        }
        return client.post(path, JsonObject.of("prompt", "go on")).required("session_id");
      });
    }
  }

  @Test
  void anotherMasterKeyIsToldAndNothingIsRestoredUnderIt() throws Exception {
    var backup = made();
    var other =
        Map.of("AGENT_HOME", place.resolve("home").toString(), "AGENT_MASTER_KEY", OTHER_KEY);
    var verified = backup(other, "verify", backup);
    assertThat(verified.text()).contains("is not the master key of this database, which is ");
    assertThat(verified.exitCode()).isEqualTo(2);

    var restored = backup(other, "restore", backup);
    assertThat(restored.text())
        .contains("but the backup was made under", "; hint: put that one at");
    assertThat(restored.exitCode()).isEqualTo(1);
    assertThat(place.resolve("home/postgres")).doesNotExist();

    var without = Map.of("AGENT_HOME", place.resolve("home").toString());
    assertThat(backup(without, "restore", backup).text())
        .contains("is missing, which backups don't hold; hint: put its copy at");
  }

  @Test
  void nothingIsOverwrittenAndNoNewerSchemaIsTaken() throws Exception {
    var backup = made();
    var said = backup(Map.of(), "restore", backup);
    assertThat(said.text()).contains("/home/postgres is there already, and nothing is overwritten");
    assertThat(said.exitCode()).isEqualTo(1);

    var manifest = backup.resolve("manifest.json");
    var text = Files.readString(manifest).replaceAll("\"schema\" : \\d+", "\"schema\" : 9999");
    Files.writeString(manifest, text);
    assertThat(backup(Map.of(), "restore", "--home", place.resolve("home"), backup).text())
        .contains("the tables of a newer version", "schema 9999");
    assertThat(place.resolve("home/postgres")).doesNotExist();
  }

  @Test
  void anExternalDatabaseIsLeftToItsOwnTools() throws Exception {
    var said =
        backup(
            Map.of("AGENT_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/agent?user=agent"),
            "create",
            place.resolve("backup"));
    assertThat(said.text()).contains("back it up and restore it with its own tools");
    assertThat(said.exitCode()).isEqualTo(1);
  }

  @Test
  void attachmentsThatTheirStoreHasLostAreCounted() throws Exception {
    try (var connection = database();
        var statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO attachment (attachment_id, account_id, org_id, state, source)"
              + " SELECT 'attachment-%s', account_id, org_id, 'KEPT', 'user' FROM organization LIMIT 1"
                  .formatted("0".repeat(31) + "7"));
      try {
        assertThat(backup(Map.of(), "verify", made()).text())
            .contains("is whole", "1 attachments were missing from their store already");
      } finally {
        statement.execute("DELETE FROM attachment WHERE attachment_id LIKE 'attachment-000000%'");
      }
    }
  }

  @Test
  void theRunbooksOfTheDocumentationDoWhatTheySay() throws Exception {
    var page = Files.readString(Path.of("../docs/operations.md"));
    var blocks = BLOCK.matcher(page);
    var script =
        new StringBuilder(
            "set -eux\nagent() { \"$JAVA\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"$CLASSES\" io.agentservice.cli.Main \"$@\"; }\n");
    int count = 0;
    while (blocks.find()) {
      script.append(blocks.group(1));
      count++;
    }
    assertThat(count).isEqualTo(2);
    Files.createDirectories(place.resolve("srv/keys"));
    Files.createSymbolicLink(place.resolve(".agent"), directory.resolve("home"));

    shell(script.toString().replace("/srv/", place + "/srv/"));

    assertThat(place.resolve("srv/agent-restored/postgres/data/PG_VERSION")).exists();
    assertThat(place.resolve("srv/backups/agent-today/manifest.json")).exists();
  }
}
