package io.agentservice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Trees;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class EmbeddedPostgresIT {
  private static final int NOBODY = 65534;

  /** Everything happens below a name that a shell would take apart. */
  private static Path root;

  private Path directory;

  @BeforeAll
  static void makeRoot() throws IOException {
    root = Files.createTempDirectory("it's a name; (with) & more ").toRealPath();
    // Another user has to get in.
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterAll
  static void deleteRoot() throws IOException {
    Trees.delete(root);
  }

  @BeforeEach
  void nameDirectory(TestInfo test) {
    directory = root.resolve(test.getTestMethod().orElseThrow().getName());
  }

  @Test
  void firstStartMakesADurableDatabaseThatOnlyThePasswordOpens() throws Exception {
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThat(postgres.adopted()).isFalse();
      assertThat(ask(postgres, "SELECT current_database()")).isEqualTo("agent");
      assertThat(ask(postgres, "SHOW server_version")).startsWith("18.");
      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        assertThat(ask(postgres, "SHOW " + setting)).as(setting).isEqualTo("on");
      }
      assertThat(ask(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(ask(postgres, "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(ask(postgres, "SELECT lower('ÄÖ') || ('a' > 'B')")).isEqualTo("äötrue");
      assertThat(Files.getPosixFilePermissions(directory.resolve("password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      String wrong = postgres.jdbcUrl().replaceFirst("password=[^&]*", "password=wrong");
      assertThatThrownBy(() -> DriverManager.getConnection(wrong))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void dataStaysWhenTheServerIsStoppedAndStartedAgain() throws Exception {
    long first;
    try (var postgres = EmbeddedPostgres.open(directory)) {
      write(postgres);
      first = postgres.pid();
    }
    assertThat(alive(first)).isFalse();
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThat(postgres.adopted()).isFalse();
      assertThat(written(postgres)).isEqualTo("kept");
    }
  }

  @Test
  void closingEndsTheServerThoughAClientIsConnected() throws Exception {
    var postgres = EmbeddedPostgres.open(directory);
    try (Connection _ = DriverManager.getConnection(postgres.jdbcUrl())) {
      List<ProcessHandle> all =
          ProcessHandle.of(postgres.pid()).orElseThrow().descendants().toList();
      assertThat(all).isNotEmpty();
      postgres.close();
      postgres.close();
      assertThat(alive(postgres.pid())).isFalse();
      assertThat(all).noneMatch(ProcessHandle::isAlive);
      assertThat(PostmasterFile.path(directory.resolve("data"))).doesNotExist();
    }
  }

  @Test
  void serverThatSurvivedTheKillOfItsOwnerIsAdopted() throws Exception {
    long survivor;
    try (var owner = Owner.of(directory)) {
      survivor = owner.pidOfServer();
      owner.kill();
    }
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThat(postgres.adopted()).isTrue();
      assertThat(postgres.pid()).isEqualTo(survivor);
      write(postgres);
      assertThat(written(postgres)).isEqualTo("kept");
    }
    assertThat(alive(survivor)).isFalse();
  }

  @Test
  void serverKilledTogetherWithItsOwnerIsRecovered() throws Exception {
    try (var postgres = EmbeddedPostgres.open(directory)) {
      write(postgres);
    }
    long killed;
    try (var owner = Owner.of(directory)) {
      killed = owner.pidOfServer();
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      owner.kill();
    }
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThat(postgres.adopted()).isFalse();
      assertThat(postgres.pid()).isNotEqualTo(killed);
      assertThat(written(postgres)).isEqualTo("kept");
    }
  }

  @Test
  void serverThatDiesIsStartedAgainAtTheSameAddressWithItsData() throws Exception {
    try (var postgres = EmbeddedPostgres.open(directory)) {
      write(postgres);
      long killed = postgres.pid();
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (postgres.pid() == killed) {
        assertThat(System.nanoTime()).as("it was not started again").isLessThan(end);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
      assertThat(written(postgres)).isEqualTo("kept");
    }
    assertThat(EmbeddedPostgres.open(directory)).satisfies(EmbeddedPostgres::close);
  }

  @Test
  void pidThatNowBelongsToAnotherProcessIsNotTakenForTheServer() throws Exception {
    EmbeddedPostgres.open(directory).close();
    Files.writeString(
        PostmasterFile.path(directory.resolve("data")),
        """
        %d
        %s
        1700000000
        1

        127.0.0.1
        """
            .formatted(ProcessHandle.current().pid(), directory.resolve("data")));
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThat(postgres.adopted()).isFalse();
      assertThat(ask(postgres, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void initializationThatWasCutOffIsBegunAgain() throws Exception {
    Path unfinished = directory.resolve("data.unfinished-1");
    Files.createDirectories(unfinished.resolve("base"));
    try (var _ = EmbeddedPostgres.open(directory)) {
      assertThat(unfinished).doesNotExist();
    }
  }

  @Test
  void serverHasASessionOfItsOwnSoThatCtrlCPassesIt() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "reads /proc, which only Linux has");
    try (var postgres = EmbeddedPostgres.open(directory)) {
      String stat = Files.readString(Path.of("/proc/" + postgres.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      String group = fields[2];
      String session = fields[3];
      assertThat(List.of(group, session)).containsOnly(Long.toString(postgres.pid()));
    }
  }

  @Test
  void secondServerOnTheSameDirectoryIsToldWhoHasIt() throws Exception {
    try (var postgres = EmbeddedPostgres.open(directory)) {
      assertThatThrownBy(() -> EmbeddedPostgres.open(directory))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessageContaining("in use by this very process");
      try (var other = Owner.of(directory)) {
        assertThat(other.says())
            .isEqualTo(
                "refused: %s is in use by another process (pid %d). Stop that one, or choose another data directory.",
                directory, ProcessHandle.current().pid());
      }
      assertThat(ask(postgres, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void directoryThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(directory, "a file");
    assertThatThrownBy(() -> EmbeddedPostgres.open(directory.resolve("postgres")))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageStartingWith("Cannot keep PostgreSQL in " + directory.resolve("postgres"))
        .hasMessageEndingWith("Make the directory writable, or choose another.");
  }

  @Test
  void pathThatPostgresWouldReadAsShellIsRefused() {
    Path path = directory.resolve("$(id)");
    assertThatThrownBy(() -> EmbeddedPostgres.open(path))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageStartingWith("PostgreSQL cannot live in " + path);
  }

  @Test
  void dataOfAnotherReleaseAreLeftAlone() throws Exception {
    EmbeddedPostgres.open(directory).close();
    Files.writeString(directory.resolve("data/PG_VERSION"), "17\n");
    assertThatThrownBy(() -> EmbeddedPostgres.open(directory))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("was written by PostgreSQL 17, this service brings 18");
  }

  @Test
  void startThatFailsSaysWhatTheServerSaid() throws Exception {
    EmbeddedPostgres.open(directory).close();
    Files.writeString(directory.resolve("data/postgresql.conf"), "no_such_thing = 1\n");
    assertThatThrownBy(() -> EmbeddedPostgres.open(directory))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("does not start in " + directory.resolve("data"))
        .hasMessageContaining("contains errors")
        .hasMessageContaining(directory.resolve("postgres.log").toString());
  }

  @Test
  void rootWithoutUserNamespacesRunsItAsAnotherUser() throws Exception {
    assumeTrue(isRoot(), "only root can change the user");
    RunAs nobody = RunAs.account("nobody").orElseThrow();
    long pid;
    try (var postgres = EmbeddedPostgres.open(directory, (_, _, _) -> nobody)) {
      pid = postgres.pid();
      assertThat(Files.getOwner(Path.of("/proc/" + pid)).getName()).isEqualTo("nobody");
      write(postgres);
    }
    assertThat(alive(pid)).isFalse();
    // Left to itself it stays with the owner of the data.
    try (var postgres = EmbeddedPostgres.open(directory)) {
      pid = postgres.pid();
      assertThat(Files.getOwner(Path.of("/proc/" + pid)).getName()).isEqualTo("nobody");
      assertThat(written(postgres)).isEqualTo("kept");
    }
  }

  @Test
  void rootWithoutAnyWayIsToldWhatToDo() throws Exception {
    assumeTrue(isRoot(), "an ordinary user needs no way");
    var ids = Files.readString(Path.of("/proc/self/uid_map")).stripTrailing();
    // What only root outside of user namespaces can run.
    var probe =
        Command.of(
            "sh", "-c", "[ \"$(id -u)\" = 0 ] && grep -qxF \"$1\" /proc/self/uid_map", "sh", ids);
    assertThatThrownBy(() ->
            EmbeddedPostgres.open(
                directory, (home, _, deadline) -> RunAs.choose(home, probe, deadline)))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("does not run as root")
        .hasMessageContaining("Run as an ordinary user");
  }

  @Test
  void ordinaryUserStartsItAndIsToldOfADirectoryThatIsNotHis() throws Exception {
    assumeTrue(isRoot(), "every other test here runs as an ordinary user already");
    Files.createDirectory(directory);
    List<String> asNobody =
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    String classPath = copiedClassPath(directory);
    try (var owner = Owner.of(directory.resolve("postgres"), asNobody, classPath)) {
      assertThat(owner.says())
          .startsWith("refused: Cannot keep PostgreSQL in " + directory.resolve("postgres"))
          .contains("no permission for");
    }
    Files.setAttribute(directory, "unix:uid", NOBODY);
    long pid;
    try (var owner = Owner.of(directory.resolve("postgres"), asNobody, classPath)) {
      pid = owner.pidOfServer();
      assertThat(alive(pid)).isTrue();
    }
    assertThat(alive(pid)).isFalse();
  }

  /** The class path for a user who cannot look into our home: what the child needs of it. */
  static String copiedClassPath(Path directory) throws IOException {
    Path target = Files.createDirectory(directory.resolve("class path"));
    String needed = "(agent-postgres|embedded-|postgresql|commons-|xz|slf4j|jspecify).*[.]jar";
    String folder = EmbeddedPostgres.class.getPackageName().replace('.', '/');
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (path.getFileName().toString().matches(needed)) {
        Files.copy(path, target.resolve(path.getFileName()));
      } else if (Files.isDirectory(path.resolve(folder))) {
        copyClasses(path.resolve(folder), target.resolve(folder));
      }
    }
    return target + File.pathSeparator + target.resolve("*");
  }

  private static void copyClasses(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isRoot() throws IOException {
    return (Integer) Files.getAttribute(root, "unix:uid") == 0;
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static void write(EmbeddedPostgres postgres) throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE notes (words text NOT NULL)");
      statement.execute("INSERT INTO notes VALUES ('kept')");
    }
  }

  private static String written(EmbeddedPostgres postgres) throws SQLException {
    return ask(postgres, "SELECT words FROM notes");
  }

  private static String ask(EmbeddedPostgres postgres, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
