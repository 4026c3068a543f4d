package io.agentservice.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.cli.testing.OnService;
import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** A server that works, and commands about its backups, each a process of its own. */
abstract class OnBackup extends OnService {
  Path place;

  @Override
  protected Map<String, String> settings() {
    return Map.of("AGENT_RATE_CREATES", "0", "AGENT_RATE_WRITES", "0");
  }

  @BeforeEach
  void nameDirectory(TestInfo test) throws IOException {
    place = Files.createDirectory(directory.resolve(test.getTestMethod().orElseThrow().getName()));
  }

  /** What a command says, on both streams. */
  record Said(int exitCode, String text) {}

  Said backup(Map<String, String> variables, Object... words) throws Exception {
    var all = new ArrayList<>(List.of("backup"));
    for (var word : words) {
      all.add(word.toString());
    }
    try (var command = CommandProcess.start(directory, variables, all.toArray(String[]::new))) {
      int code = command.exitCode();
      return new Said(code, command.output() + command.errors());
    }
  }

  Path made() throws Exception {
    var backup = place.resolve("backup");
    var said = backup(Map.of(), "create", backup);
    assertThat(said.exitCode()).as(said.text()).isZero();
    return backup;
  }

  String createSession() {
    return connection()
        .callService((client, org) ->
            client
                .post(
                    "/v3/organizations/%s/sessions".formatted(org),
                    JsonObject.of("prompt", "write it down"))
                .required("session_id"));
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it never came to that").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  Connection database() throws IOException, SQLException {
    var url = EmbeddedPostgres.running(directory.resolve("home/postgres")).orElseThrow();
    return DriverManager.getConnection(url);
  }

  static Set<String> ids(Connection connection, String query) {
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

  void shell(String script) throws Exception {
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
