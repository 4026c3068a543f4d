package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.server.testing.ApiClient;
import io.agentservice.server.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP at a server in a process of its own. */
class HangupIT {
  private static final String KEY = "hangup-admin-key-of-the-first-start";

  @TempDir private Path home;
  private TestDatabase database;
  private Process server;

  @BeforeEach
  void create() {
    database = TestDatabase.create();
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.destroyForcibly().onExit().join();
    }
    database.close();
  }

  @Test
  void theSettingsFileIsReadAgainAndTheServerGoesOn() throws Exception {
    var key = Files.writeString(home.resolve("key"), "hunter2-the-first-key\n");
    settings("AGENT_OPENAI_API_KEY_FILE=" + key, "AGENT_MODEL=openai:one");
    start();
    var admin = ApiClient.anonymous(address()).withToken(KEY);

    Files.writeString(key, "hunter2-the-second-key\n");
    settings("AGENT_OPENAI_API_KEY_FILE=" + key, "AGENT_MODEL=openai:two", "AGENT_CYCLE_DAY=2");
    signal("HUP");

    await("settings reloaded: changed AGENT_MODEL, AGENT_OPENAI_API_KEY");
    await("that need a restart are others in the files: AGENT_CYCLE_DAY");
    admin.get("/v3/self").ok();

    settings("AGENT_MODEL=openai:three", "AGENT_STALL_SEC");
    signal("HUP");
    await("settings not reloaded, nothing is changed: line 2 of " + home.resolve("agent.env"));
    admin.get("/v3/self").ok();
    Files.delete(home.resolve("agent.env"));
    signal("HUP");
    await("agent.env is gone; without it start the server anew");
    assertThat(errors()).doesNotContain("hunter2");
  }

  /** A reload has no end to which a second one may not come. */
  @Test
  void manyInARowLeaveTheLastFileInForceAndTermStillEndsIt() throws Exception {
    settings("AGENT_IDLE_SECONDS=1");
    start();
    for (int i = 2; i < 12; i++) {
      settings("AGENT_IDLE_SECONDS=" + i, i == 11 ? "AGENT_STALL_SECONDS=99" : "");
      signal("HUP");
    }
    await("AGENT_STALL_SECONDS");

    signal("TERM");
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(143);
  }

  @Test
  void oneThatComesBeforeTheServerIsThereWaitsForIt() throws Exception {
    settings("AGENT_IDLE_SECONDS=1");
    try (var other = DriverManager.getConnection(database.jdbcUrl());
        var statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE installation_secret IN ACCESS EXCLUSIVE MODE");
      launch();
      until(() -> isHeldUp(statement));
      settings("AGENT_IDLE_SECONDS=2");
      signal("HUP");
      settings("AGENT_IDLE_SECONDS=3");
      assertThat(errors()).doesNotContain("reloaded");
      other.rollback();
    }

    await("settings reloaded: changed AGENT_IDLE_SECONDS");
    assertThat(server.isAlive()).isTrue();
  }

  private static boolean isHeldUp(Statement statement) {
    try (var rows =
        statement.executeQuery(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'installation_secret'::regclass")) {
      rows.next();
      return rows.getInt(1) > 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void underNohupTheSignalStaysIgnored() throws Exception {
    settings("AGENT_IDLE_SECONDS=1");
    start("nohup");
    settings("AGENT_IDLE_SECONDS=2");

    signal("HUP");
    ApiClient.anonymous(address()).withToken(KEY).get("/v3/self").ok();

    assertThat(server.isAlive()).isTrue();
    assertThat(errors()).doesNotContain("settings reloaded");
    var status = Files.readString(Path.of("/proc/%d/status".formatted(server.pid())));
    var ignored = status.replaceAll("(?s).*SigIgn:\\s*(\\p{XDigit}+).*", "$1");
    assertThat(Long.parseUnsignedLong(ignored, 16) & 1).as("SIGHUP").isOne();
  }

  /** As ever: else closing a terminal would leave servers behind. */
  @Test
  void oneWhoseTerminalGoesEnds() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "nothing makes terminals here");
    settings("AGENT_IDLE_SECONDS=1");
    run(
        List.of(
            "/usr/bin/script", "-qfec", "exec '" + String.join("' '", java()) + "'", "/dev/null"));
    until(() -> output().contains("listening "));
    var inside =
        server
            .descendants()
            .filter(process -> process.info().command().orElse("").endsWith("/java"))
            .findFirst()
            .orElseThrow();

    server.destroyForcibly(); // and the terminal with it

    assertThat(inside.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  private void settings(String... lines) throws Exception {
    var next = Files.writeString(home.resolve("agent.env.new"), String.join("\n", lines) + "\n");
    Files.move(
        next,
        home.resolve("agent.env"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private void start(String... before) throws Exception {
    launch(before);
    until(() -> output().contains("listening "));
  }

  private void launch(String... before) throws Exception {
    var command = new ArrayList<>(List.of(before));
    command.addAll(java());
    run(command);
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "-Dlogback.configurationFile=logback.xml", // not that of tests
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName());
  }

  private void run(List<String> command) throws Exception {
    var builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "AGENT_HOME",
                home.toString(),
                "AGENT_DATABASE_URL",
                database.jdbcUrl(),
                "AGENT_BOOTSTRAP_TOKEN",
                KEY,
                "AGENT_DRAIN_SECONDS",
                "0",
                "AGENT_PORT",
                "0"));
    builder.redirectError(home.resolve("errors").toFile());
    server = builder.redirectOutput(home.resolve("out").toFile()).start();
  }

  private String address() {
    return output().lines().findFirst().orElseThrow().substring("listening ".length());
  }

  private String output() {
    return text("out");
  }

  private String errors() {
    return text("errors");
  }

  private String text(String file) {
    try {
      return Files.readString(home.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void signal(String name) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private void await(String line) {
    until(() -> errors().contains(line));
  }

  private void until(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!condition.getAsBoolean()) {
      assertThat(server.isAlive()).as(() -> output() + errors()).isTrue();
      assertThat(System.nanoTime()).as(() -> output() + errors()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
