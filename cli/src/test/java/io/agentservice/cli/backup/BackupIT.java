package io.agentservice.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.cli.testing.OnService;
import io.agentservice.client.http.Query;
import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.App;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Backups of a server that works, each command a process of its own. */
class BackupIT extends OnService {
  private static final String OTHER_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  private static final Pattern BLOCK =
      Pattern.compile("<!-- BackupIT runs this block -->\n```sh\n(.*?)```", Pattern.DOTALL);

  private Path place;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_RATE_CREATES", "0", "AGENT_RATE_WRITES", "0");
  }

  @BeforeEach
  void nameDirectory(TestInfo test) throws IOException {
    place = Files.createDirectory(directory.resolve(test.getTestMethod().orElseThrow().getName()));
  }

  /** What a command says, on both streams. */
  private record Said(int exitCode, String text) {}

  private Said backup(Map<String, String> variables, Object... words) throws Exception {
    var all = new ArrayList<>(List.of("backup"));
    for (var word : words) {
      all.add(word.toString());
    }
    try (var command = CommandProcess.start(directory, variables, all.toArray(String[]::new))) {
      int code = command.exitCode();
      return new Said(code, command.output() + command.errors());
    }
  }

  private Path made() throws Exception {
    var backup = place.resolve("backup");
    var said = backup(Map.of(), "create", backup);
    assertThat(said.exitCode()).as(said.text()).isZero();
    return backup;
  }

  private String createSession() {
    return connection()
        .callService((client, org) ->
            client
                .post(
                    "/v3/organizations/%s/sessions".formatted(org),
                    JsonObject.of("prompt", "write it down"))
                .required("session_id"));
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it never came to that").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private Connection database() throws IOException, SQLException {
    var url = EmbeddedPostgres.running(directory.resolve("home/postgres")).orElseThrow();
    return DriverManager.getConnection(url);
  }

  private static Set<String> ids(Connection connection, String query) {
    var ids = new TreeSet<String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return ids;
  }

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
      assertThat(
              ids(
                  connection,
                  "SELECT session_id FROM queue_entry WHERE session_id NOT IN (SELECT session_id FROM session)"))
          .isEmpty();
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
  void aDamagedFileAndAMissingOneAreNamed() throws Exception {
    var backup = made();
    var file = backup.resolve("tables/session.copy.gz");
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(bytes.length() / 2);
      int one = bytes.read();
      bytes.seek(bytes.length() / 2);
      bytes.write(one ^ 1);
    }
    var damaged = backup(Map.of(), "verify", backup);
    assertThat(damaged.text())
        .contains(file + " is not what was written there; hint: use another backup");
    assertThat(damaged.exitCode()).isEqualTo(1);

    Files.delete(file);
    assertThat(backup(Map.of(), "verify", backup).text()).contains(file + " is missing");

    Files.writeString(backup.resolve("manifest.json"), "{");
    assertThat(backup(Map.of(), "restore", backup, "--home", place.resolve("home")).text())
        .contains("manifest.json is not what was written there");
    assertThat(place.resolve("home/postgres")).doesNotExist();
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
  void anAuditLogThatWasAlteredIsTold() throws Exception {
    createSession();
    String record;
    try (var connection = database()) {
      var sealed = "SELECT audit_log_id FROM audit_seal ORDER BY position LIMIT 1";
      await(() -> !ids(connection, sealed).isEmpty());
      record = ids(connection, sealed).iterator().next();
      alter(connection, record, "action = 'x' || action");
    }
    try {
      var said = backup(Map.of(), "verify", made());
      assertThat(said.text())
          .contains("the audit log is not whole: " + record, "(changed, place 1)");
      assertThat(said.exitCode()).isEqualTo(1);
    } finally {
      try (var connection = database()) {
        alter(connection, record, "action = substr(action, 2)");
      }
    }
  }

  /** As somebody who owns the database can. */
  private static void alter(Connection connection, String record, String change)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
      statement.execute(
          "UPDATE audit_log SET %s WHERE audit_log_id = '%s'".formatted(change, record));
    }
  }

  @Test
  void aBackupThatIsKilledLeavesNoneAndTheNextOneIsMade() throws Exception {
    var backup = place.resolve("backup");
    try (var lock = database()) {
      lock.setAutoCommit(false);
      try (var statement = lock.createStatement()) {
        statement.execute("LOCK TABLE session IN ACCESS EXCLUSIVE MODE");
      }
      try (var killed =
          CommandProcess.start(directory, Map.of(), "backup", "create", backup.toString())) {
        await(() -> Files.exists(place.resolve("backup.unfinished/tables/session.copy.gz")));
        killed.signal("KILL");
        killed.process().waitFor();
      }
    }
    assertThat(backup).doesNotExist();
    assertThat(backup(Map.of(), "verify", place.resolve("backup.unfinished")).text())
        .contains("is no backup");

    made();
    assertThat(place.resolve("backup.unfinished")).doesNotExist();
    assertThat(backup(Map.of(), "create", backup).text()).contains("is there already");
  }

  @Test
  void aFullDiskIsToldAndLeavesNothing() throws Exception {
    assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "root mounts");
    var small = Files.createDirectory(place.resolve("small"));
    shell("mount -t tmpfs -o size=64k small " + small);
    try {
      var said = backup(Map.of(), "create", small.resolve("backup"));
      assertThat(said.text()).contains("no backup was made: No space left on device");
      assertThat(said.exitCode()).isEqualTo(1);
      assertThat(small).isEmptyDirectory();
    } finally {
      shell("umount " + small);
    }
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
  void theRunbooksOfTheDocumentationDoWhatTheySay() throws Exception {
    var page = Files.readString(Path.of("../docs/operations.md"));
    var blocks = BLOCK.matcher(page);
    var script =
        new StringBuilder(
            "set -eux\nagent() { \"$JAVA\" -cp \"$CLASSES\" io.agentservice.cli.Main \"$@\"; }\n");
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

  private void shell(String script) throws Exception {
    var said = place.resolve("said");
    var builder =
        new ProcessBuilder("sh", "-euc", script)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("AGENT_"));
    builder.environment().put("HOME", place.toString());
    builder
        .environment()
        .put("JAVA", Path.of(System.getProperty("java.home"), "bin/java").toString());
    builder.environment().put("CLASSES", System.getProperty("java.class.path"));
    var process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isZero();
  }
}
