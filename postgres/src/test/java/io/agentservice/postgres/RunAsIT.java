package io.agentservice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agentservice.postgres.machine.Command;
import io.agentservice.postgres.machine.Deadline;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** As whom the server runs, with what, and who may look at what it keeps. */
class RunAsIT {
  private static final int NOBODY = 65534;

  /** In no list of users. */
  private static final int NAMELESS = 12_345;

  private static Path root;

  private Path directory;

  @BeforeAll
  static void makeRoot() throws IOException {
    root = Files.createTempDirectory("run-as").toRealPath();
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
  void theServerHasNothingOfOurEnvironmentButWhatItNeeds() throws Exception {
    try (var owner = Owner.of(directory)) {
      var server = ProcessHandle.of(owner.pidOfServer()).orElseThrow();
      for (var process : Stream.concat(Stream.of(server), server.children()).toList()) {
        var variables =
            Files.readString(Path.of("/proc/" + process.pid() + "/environ")).split("\0", -1);
        assertThat(variables)
            .allSatisfy(variable -> assertThat(variable).matches("((PATH|LANG|TZ|LC_ALL)=.*)?"));
      }
    }
  }

  @Test
  void whatIsKeptIsItsOwnersOnly() throws Exception {
    try (var _ = EmbeddedPostgres.open(directory);
        var files = Files.walk(directory)) {
      assertThat(files)
          .allSatisfy(file ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                  .as("%s", file)
                  .endsWith("------"));
    }
  }

  @Test
  void aUserIdWithoutANameStartsItToo() throws Exception {
    assumeTrue(RunAs.root(), "only root can be somebody else");
    Files.createDirectory(directory);
    Files.setAttribute(directory, "unix:uid", NAMELESS);
    List<String> asNobodyKnown =
        List.of("setpriv", "--reuid=" + NAMELESS, "--regid=" + NAMELESS, "--clear-groups");
    try (var owner =
        Owner.of(
            directory.resolve("postgres"),
            asNobodyKnown,
            EmbeddedPostgresIT.copiedClassPath(directory))) {
      long pid = owner.pidOfServer();
      assertThat(Files.getAttribute(Path.of("/proc/" + pid), "unix:uid")).isEqualTo(NAMELESS);
    }
  }

  @Test
  void rootsDataAreServedAsTheirOwnerWithoutATrial() throws Exception {
    assumeTrue(RunAs.root(), "only root chooses");
    try (var _ = EmbeddedPostgres.open(directory)) {
      // Only to be made.
    }

    try (var again =
        EmbeddedPostgres.open(
            directory,
            (_, _, _) -> {
              throw new AssertionError("tried out");
            })) {
      assertThat(RunAs.ownerOf(directory.resolve("data"))).isPresent();
      assertThat(again.adopted()).isFalse();
    }
  }

  @Test
  void whereTheirOwnerCantServeThemAnymoreTheWaysAreTriedOut() throws Exception {
    assumeTrue(RunAs.root(), "only root chooses");
    try (var _ = EmbeddedPostgres.open(directory)) {
      // Only to be made.
    }
    // A user who may not pass the directory above.
    Trees.give(directory, NAMELESS, NAMELESS);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Path hidden = Files.createDirectory(root.resolve("hidden"));
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwx------"));
    Path moved = Files.move(directory, hidden.resolve("postgres"));

    try (var again = EmbeddedPostgres.open(moved)) {
      assertThat(again.jdbcUrl()).isNotEmpty();
    }
  }

  @Test
  void aDirectoryThatAnotherUserMustPassIsOpenedForThatOnly() throws Exception {
    assumeTrue(RunAs.root(), "only root changes the user");
    Path home = Files.createDirectory(directory);
    Path inside = Files.createDirectory(home.resolve("postgres"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    Files.setAttribute(inside, "unix:uid", NOBODY);

    // Data that has an owner keeps it, so this is the first way.
    RunAs way = RunAs.choose(inside, Command.of("ls"), Deadline.in(Duration.ofMinutes(2)));

    assertThat(way).isInstanceOf(RunAs.Account.class);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx-----x");
  }

  @Test
  void programsThatNobodyCanRunAreNotTheUsersFault() throws Exception {
    assumeTrue(RunAs.root(), "only root chooses");
    Path inside = Files.createDirectories(directory.resolve("postgres"));
    Path program =
        Files.writeString(inside.resolve("initdb"), "echo 'error: no such library' >&2; exit 127");
    var probe = Command.of("sh", program.toString());

    assertThatThrownBy(() -> RunAs.choose(inside, probe, Deadline.in(Duration.ofMinutes(2))))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("can't run on this machine: no such library. Install");
  }
}
