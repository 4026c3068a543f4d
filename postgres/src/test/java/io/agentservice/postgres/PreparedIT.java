package io.agentservice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** First starts that copy what the installation has made beforehand. */
class PreparedIT {
  private static Path root;
  private static Path prepared;

  private Path directory;

  @BeforeAll
  static void prepare() throws Exception {
    root = Files.createTempDirectory("prepared").toRealPath();
    prepared = root.resolve("installation/postgres");
    try (var postgres = EmbeddedPostgres.open(prepared)) {
      run(postgres.jdbcUrl(), "CREATE TABLE notes AS SELECT 'prepared' AS words");
    }
  }

  @AfterAll
  static void delete() throws IOException {
    Trees.delete(root);
  }

  @BeforeEach
  void nameDirectory(TestInfo test) {
    directory = root.resolve(test.getTestMethod().orElseThrow().getName()).resolve("postgres");
  }

  @Test
  void aCopyHoldsWhatWasPreparedAndStaysWhenItIsStartedAgain() throws Exception {
    try (var postgres = open(directory, prepared)) {
      assertThat(words(postgres)).isEqualTo("prepared");
      run(postgres.jdbcUrl(), "UPDATE notes SET words = 'mine'");
    }
    try (var postgres = open(directory, prepared)) {
      assertThat(words(postgres)).isEqualTo("mine");
    }
    assertThat(Files.getPosixFilePermissions(directory.resolve("data")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void eachCopyHasAPasswordOfItsOwn() throws Exception {
    try (var postgres = open(directory, prepared)) {
      String original = Files.readString(prepared.resolve("password"));
      String foreign = postgres.jdbcUrl().replaceFirst("password=[^&]*", "password=" + original);
      assertThatThrownBy(() -> DriverManager.getConnection(foreign))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void whatARandomPasswordNeedsNotIsNotPaidForByEachConnection() throws Exception {
    String repetitions =
        "SELECT split_part(rolpassword, ':', 1) FROM pg_authid WHERE rolpassword <> ''";
    try (var original = EmbeddedPostgres.open(prepared);
        var copy = open(directory, prepared)) {
      assertThat(ask(original.jdbcUrl(), repetitions)).isEqualTo("SCRAM-SHA-256$64");
      assertThat(ask(copy.jdbcUrl(), repetitions)).isEqualTo("SCRAM-SHA-256$64");
    }
  }

  @Test
  void eachCopyHasAnIdentifierOfItsOwn() throws Exception {
    Path second = directory.resolveSibling("second");
    try (var one = open(directory, prepared);
        var other = open(second, prepared)) {
      assertThat(identifier(one)).isNotEqualTo(identifier(other));
    }
    try (var original = EmbeddedPostgres.open(prepared);
        var copy = EmbeddedPostgres.open(directory)) {
      assertThat(identifier(copy)).isNotEqualTo(identifier(original));
    }
  }

  @Test
  void aCopyWhoseServerIsKilledIsRecoveredFromItsLog() throws Exception {
    try (var postgres = open(directory, prepared)) {
      long killed = postgres.pid();
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (postgres.pid() == killed) {
        assertThat(System.nanoTime()).as("it was not started again").isLessThan(end);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
      assertThat(words(postgres)).isEqualTo("prepared");
    }
  }

  @Test
  void copyThatWasCutOffIsBegunAgain() throws Exception {
    Path unfinished = directory.resolve("data.unfinished-1");
    Files.createDirectories(unfinished.resolve("base"));
    Files.copy(prepared.resolve("data/PG_VERSION"), unfinished.resolve("PG_VERSION"));
    try (var postgres = open(directory, prepared)) {
      assertThat(words(postgres)).isEqualTo("prepared");
      assertThat(unfinished).doesNotExist();
    }
  }

  @Test
  void programsThatAreUnpackedThereAreNotUnpackedAgain() throws Exception {
    open(directory, prepared).close();
    assertThat(program(directory)).hasSameBinaryContentAs(program(prepared));
    assertThat(Files.getAttribute(program(directory), "unix:ino"))
        .isEqualTo(Files.getAttribute(program(prepared), "unix:ino"));
  }

  @Test
  void whatCanNotBeCopiedIsMadeAsIfNothingWerePrepared() throws Exception {
    Path installation = Files.createDirectories(directory.getParent()).resolve("installation");
    Trees.copy(prepared.getParent(), installation, Trees::link);
    Path broken = installation.resolve("postgres");
    Files.delete(broken.resolve("data/global/pg_control"));
    Files.write(broken.resolve("data/global/pg_control"), new byte[8192]);
    try (var postgres = open(directory, broken)) {
      assertThat(ask(postgres.jdbcUrl(), "SELECT to_regclass('notes') IS NULL")).isEqualTo("t");
    }
    try (var postgres = open(directory.resolveSibling("none"), root.resolve("nothing"))) {
      assertThat(ask(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
    }
  }

  private static Path program(Path directory) throws IOException {
    try (var programs = Files.newDirectoryStream(directory.resolveSibling("cache"), "postgres-*")) {
      return programs.iterator().next().resolve("bin/postgres");
    }
  }

  private static String identifier(EmbeddedPostgres postgres) throws SQLException {
    return ask(postgres.jdbcUrl(), "SELECT system_identifier FROM pg_control_system()");
  }

  private static String words(EmbeddedPostgres postgres) throws SQLException {
    return ask(postgres.jdbcUrl(), "SELECT words FROM notes");
  }

  private static void run(String url, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(String url, String query) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static EmbeddedPostgres open(Path directory, Path prepared) {
    return EmbeddedPostgres.open(directory, prepared, Duration.ofMinutes(2));
  }
}
