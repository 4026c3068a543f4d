package io.agentservice.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.process.Stranger;
import io.agentservice.worker.sandbox.Sandbox.UnavailableException;
import io.agentservice.worker.sandbox.rules.Grants;
import io.agentservice.worker.sandbox.rules.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a session can do behind walls of bubblewrap, and what is said when there are none. */
class SandboxTest extends WallsContract {
  @Test
  void aSessionOfAnotherUserIsWalledInAsThatUser() throws Exception {
    try (var stranger = new Stranger()) {
      user = stranger.user();
      for (var passed : List.of(temporary, data, data.resolve("sessions"))) {
        Files.setPosixFilePermissions(passed, PosixFilePermissions.fromString("rwx--x--x"));
      }
      stranger.directory(work);
      environment.put("HOME", stranger.directory(temporary.resolve("theirs")).toString());
      start(
          "id -u > user; echo mine > \"$HOME/.mine\"; cat %s/home/.netrc && exit 1; exit 0"
              .formatted(temporary),
          sandbox());
      assertThat(exit().code()).as(text(directory.logPath())).isZero();
      assertThat(work.resolve("user")).hasContent(Integer.toString(user.user()));
      assertThat(directory.state().resolve("home/.mine")).hasContent("mine");
    }
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> Bubblewrap.of(Map.of("PATH", "/nowhere"), Grants.NONE))
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.advice()).contains("bubblewrap"))
        .hasMessage("bubblewrap is not installed");
  }

  @Test
  void programsThatSessionsDoNotSeeAreLookedForElsewhere() throws Exception {
    sandbox(); // works here, or nothing is to be seen
    var own = Files.createTempDirectory(Path.of("/tmp"), "programs");
    try {
      for (var name : List.of("setpriv", "prlimit")) {
        Files.copy(Path.of("/usr/bin", name), own.resolve(name));
      }
      Files.createSymbolicLink(own.resolve("bwrap"), Path.of("/usr/bin/bwrap"));
      assertThatThrownBy(() -> Bubblewrap.of(Map.of("PATH", own.toString()), Grants.NONE))
          .hasMessage("there is no program setpriv that sessions see");
      environment.put("PATH", own + ":/usr/bin:/bin");
      start("true", sandbox());
      assertThat(exit().code()).as(text(directory.logPath())).isZero();
    } finally {
      for (var name : List.of("setpriv", "prlimit", "bwrap")) {
        Files.deleteIfExists(own.resolve(name));
      }
      Files.delete(own);
    }
  }

  @Test
  void autoGoesOnWithoutAndSaysWhy() throws Exception {
    var isolation =
        Isolation.of(Isolation.Mode.auto, Map.of("PATH", "/nowhere"), Grants.NONE, Image.NONE);
    assertThat(isolation.sandbox()).isNull();
    assertThat(isolation.words())
        .isEqualTo(
            "no wall around sessions: bubblewrap is not installed. Install the package bubblewrap");
  }

  @Test
  void withoutASettingItIsAuto() throws Exception {
    sandbox(); // works here, or nothing is to be seen
    assertThat(Isolation.of(environment).words())
        .startsWith("sessions are walled in by bubblewrap");
    assertThat(Isolation.of(environment).required()).isFalse();
    environment.put("PATH", "/nowhere");
    assertThat(Isolation.of(environment).words()).startsWith("no wall around sessions: ");
  }

  @Test
  void aWorkingDirectoryThatHoldsTheHomeIsAnObstacle() {
    assertThat(Enclosure.obstacle(environment.get("HOME"), temporary))
        .contains(temporary.toString(), "holds the home");
    assertThat(Enclosure.obstacle(environment.get("HOME"), work)).isNull();
  }

  @Test
  void aBubblewrapThatDoesNotWorkHereSaysWhy() throws Exception {
    var bin = Files.createDirectories(temporary.resolve("bin"));
    executable(
        bin.resolve("bwrap"), "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    assertThatThrownBy(() -> Bubblewrap.of(Map.of("PATH", bin + ":/usr/bin"), Grants.NONE))
        .hasMessage("bubblewrap does not work here: bwrap: setting up uid map: Permission denied");
  }
}
