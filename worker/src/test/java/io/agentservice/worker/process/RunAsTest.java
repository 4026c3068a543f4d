package io.agentservice.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.claims.AcceptorIdentity;
import io.agentservice.worker.loop.Stop;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Remotes of a worker of root's that run as somebody else; they are shell scripts. */
class RunAsTest {
  private static final String SESSION = "agent-0199";

  @TempDir Path temporary;
  private final BlockingQueue<RemoteProcess.Exit> exits = new LinkedBlockingQueue<>();
  private Stranger stranger;
  private RunAs user;
  private Path work;
  private SessionDirectory directory;

  @BeforeEach
  void claim() throws IOException {
    stranger = new Stranger();
    user = stranger.user();
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
    work = stranger.directory(temporary.resolve("work"));
    directory = SessionDirectory.of(temporary.resolve("data"), SESSION);
  }

  @AfterEach
  void end() throws IOException {
    stranger.close();
  }

  @Test
  void theRemoteIsThatUserWithoutGroupsCapabilitiesOrAWayBack() throws Exception {
    try (var _ = take()) {
      run("grep -E '^(Uid|Gid|Groups|CapInh|CapPrm|CapEff|CapAmb|NoNewPrivs)' /proc/self/status");
    }
    int id = user.user();
    assertThat(
            Files.readAllLines(directory.logPath()).stream().map(line -> line.replace('\t', ' ')))
        .containsExactlyInAnyOrder(
            "Uid: %d %<d %<d %<d".formatted(id),
            "Gid: %d %<d %<d %<d".formatted(id),
            "Groups:  ",
            "CapInh: 0000000000000000",
            "CapPrm: 0000000000000000",
            "CapEff: 0000000000000000",
            "CapAmb: 0000000000000000",
            "NoNewPrivs: 1");
  }

  @Test
  void itsHomeAndStateAreItsOwnAndNothingOfTheWorkersIsReadable() throws Exception {
    try (var _ = AcceptorIdentity.stored(temporary.resolve("data"));
        var _ = take()) {
      directory.begin("http://127.0.0.1:1", "outpost_env-1");
      run(
          """
          echo mine > "$AGENT_REMOTE_STATE_DIR/mine"; mkdir "$HOME" && : > "$HOME/mine"
          echo "TMPDIR=${TMPDIR-}"
          cd '%s'
          for f in . acceptors acceptors/0 acceptors/0.lock sessions sessions/agent-0199 sessions/agent-0199/remote.log \
              sessions/agent-0199/remote.pid sessions/agent-0199/unfinished; do
            [ -r "$f" ] && echo "readable: $f"; [ -w "$f" ] && echo "writable: $f"; :
          done\
          """
              .formatted(temporary.resolve("data")));
    }
    assertThat(directory.logPath()).hasContent("TMPDIR=");
    assertThat(directory.state()).isEqualTo(directory.path().resolve("state"));
    assertThat(directory.state().resolve("mine")).exists();
    assertThat(directory.state().resolve("home/mine")).exists();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.state())))
        .isEqualTo("rwx------");
  }

  @Test
  void mirrorsOfRepositoriesAreTheUsersAlone() throws Exception {
    try (var _ = take()) {
      run("mkdir \"$AGENT_GIT_MIRRORS/org-1\"");
    }
    var mirrors = temporary.resolve("data/mirrors-" + user.user());
    assertThat(RunAs.owner(mirrors.resolve("org-1"))).isEqualTo(user.user());
    assertThat(Files.getPosixFilePermissions(mirrors))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(temporary.resolve("data/mirrors")).doesNotExist();
  }

  @Test
  void everyProcessOfTheUserEndsWithItsRemoteWhateverItDidToHide() throws Exception {
    try (var _ = take()) {
      run(
          "env -i setsid sh -c 'echo $$ > hidden; exec sleep 619' & until [ -s hidden ]; do :; done");
      assertThat(UserProcesses.of(user)).isEmpty();
    }
    assertThat(ProcessStart.of(Long.parseLong(Files.readString(work.resolve("hidden")).strip())))
        .isEmpty();
  }

  @Test
  void whatAKilledWorkerLeftOfTheUserEndsBeforeTheNextRemoteStarts() throws Exception {
    try (var _ = take()) {
      var left = asUser("sleep", "620");
      run("exit 0");
      assertThat(left.waitFor(120, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(directory.path().resolve("remote.pid")).doesNotExist();
  }

  @Test
  void deletingASessionFollowsNoLinkAndMindsNoWriteProtection() throws Exception {
    var kept = Files.createDirectories(temporary.resolve("kept"));
    Files.writeString(kept.resolve("file"), "worker's");
    try (var _ = take()) {
      run(
          """
          cd "$AGENT_REMOTE_STATE_DIR"; ln -s '%s' link; ln -s '%<s/file' journal
          mkdir -p cache/module; : > cache/module/code; chmod -R a-w cache\
          """
              .formatted(kept));
    }
    directory.delete();
    assertThat(directory.path()).doesNotExist();
    assertThat(kept.resolve("file")).hasContent("worker's");
  }

  @Test
  void aSessionThatComesBackAsAnotherUserFindsAFreshState() throws Exception {
    try (var _ = take()) {
      run(": > \"$AGENT_REMOTE_STATE_DIR/old\"");
    }
    try (var other = new Stranger()) {
      other.directory(work);
      user = other.user();
      try (var _ = take()) {
        run("ls \"$AGENT_REMOTE_STATE_DIR\"; : > \"$AGENT_REMOTE_STATE_DIR/new\"");
      }
      assertThat(directory.logPath()).isEmptyFile();
      assertThat(RunAs.owner(directory.state().resolve("new"))).isEqualTo(user.user());
    }
  }

  @Test
  void aUserIsOneWorkersAndNoStrangers() throws Exception {
    var running = asUser("sleep", "621");
    assertThatThrownBy(this::take)
        .hasMessageContaining("process " + running.pid() + " runs as " + user.name());
    running.destroyForcibly().waitFor();
    try (var _ = take()) {
      assertThatThrownBy(this::take).hasMessageContaining("another worker of this machine has");
    }
    take().close();
  }

  @Test
  void directoriesThatTheUserDoesNotReachAreNamed() throws Exception {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(this::take)
        .hasMessageStartingWith("--run-as: ")
        .hasMessageContaining("can't enter " + temporary.resolve("data"));
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
    Files.setAttribute(work, "unix:uid", 0);
    assertThatThrownBy(this::take).hasMessageContaining("can't work in " + work);
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "0", "no-such-user", "", "4711", "4711:no-such-group", "4711:0"})
  void whomSessionsCanNotRunAsIsSaidInOneLine(String words) {
    assertThatThrownBy(() -> RunAs.of(words))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .startsWith("--run-as: ")
        .doesNotContain("\n");
  }

  @Test
  void aUserOfTheListHasItsGroupOrTheOneThatIsNamed() {
    assertThat(RunAs.of("nobody").group()).isPositive().isNotEqualTo(4712);
    assertThat(RunAs.of("nobody:4712").group()).isEqualTo(4712);
  }

  @Test
  void aListedHomeThatBelongsToSomebodyElseIsNotTheSessions() throws IOException {
    var nobody = RunAs.of("nobody").user();
    var own = Files.createDirectory(temporary.resolve("own"));
    Files.setAttribute(own, "unix:uid", nobody);
    var list = temporary.resolve("passwd");
    Files.writeString(
        list,
        """
        mine:x:%1$d:%1$d::%2$s:/bin/sh
        roots:x:%1$d:%1$d::%3$s:/bin/sh
        gone:x:%1$d:%1$d::%3$s/none:/bin/sh
        relative:x:%1$d:%1$d::own:/bin/sh
        """
            .formatted(nobody, own, temporary));
    var groups = Files.createFile(temporary.resolve("group"));
    assertThat(RunAs.lookUp(list, groups, "mine").home()).isEqualTo(own);
    for (var name : List.of("roots", "gone", "relative")) {
      assertThat(RunAs.lookUp(list, groups, name).home()).as(name).isNull();
    }
  }

  private UserClaim take() throws IOException {
    var data = temporary.resolve("data");
    return UserClaim.take(user, List.of(data, data.resolve("sessions")), work);
  }

  /** Starts a program as the user; it is that user's when this returns, no longer root's. */
  private Process asUser(String... words) throws IOException {
    var command = new ArrayList<>(user.prefix());
    command.addAll(List.of(words));
    var process = new ProcessBuilder(command).start();
    while (process.isAlive() && RunAs.owner(Path.of("/proc/" + process.pid())) != user.user()) {
      Thread.onSpinWait();
    }
    return process;
  }

  /** Starts the script as remote and waits for its end. */
  private void run(String script) throws Exception {
    var binary = temporary.resolve("agent-remote");
    Files.writeString(binary, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwxr-xr-x"));
    var worker = Map.of("PATH", "/usr/bin:/bin", "TMPDIR", "/root/tmp");
    var gateway = URI.create("ws://127.0.0.1:1/gateway");
    var environment =
        RemoteEnvironment.of(worker, gateway, "agc_secret", directory, directory.state(true), user);
    var launch = new RemoteProcess.Launch(binary, environment, work, null, user, null);
    var remote = RemoteProcess.start(launch, directory, exits::add);
    var exit = exits.poll(120, TimeUnit.SECONDS);
    remote.terminate(Duration.ZERO, new Stop());
    assertThat(exit).isNotNull();
  }
}
