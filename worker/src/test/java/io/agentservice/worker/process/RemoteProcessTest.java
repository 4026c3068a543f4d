package io.agentservice.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.worker.LockHolder;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; the remote is a shell script. */
class RemoteProcessTest {
  private static final String TOKEN = "agc_secret-token";
  private static final String SESSION = "agent-0199";

  @TempDir Path temporary;
  private final Stop stop = new Stop();
  private final BlockingQueue<RemoteProcess.Exit> exits = new LinkedBlockingQueue<>();
  private final List<RemoteProcess> started = new ArrayList<>();
  private SessionDirectory directory;

  @BeforeEach
  void data() {
    directory = SessionDirectory.of(temporary.resolve("data"), SESSION);
  }

  @AfterEach
  void endAll() {
    started.forEach(remote -> remote.terminate(Duration.ZERO, stop));
  }

  @Test
  void theEnvironmentIsThatOfTheSpawnContractAndNothingElse() throws Exception {
    var worker =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "HOME", "/home/me",
            "LANG", "C.UTF-8",
            "AGENT_CHROME_PATH", "/opt/chrome",
            "AGENT_OUTPOSTS_TOKEN", "agt_must-not-be-seen",
            "AWS_SECRET_ACCESS_KEY", "must-not-be-seen");
    var remote =
        start("tr '\\0' '\\n' < /proc/$$/environ > env; pwd > cwd; echo $* > args", worker, 7070);
    assertThat(exit().code()).isZero();
    assertThat(Files.readAllLines(temporary.resolve("work/env")))
        .containsExactlyInAnyOrder(
            "PATH=/usr/bin:/bin",
            "HOME=/home/me",
            "LANG=C.UTF-8",
            "AGENT_CHROME_PATH=/opt/chrome",
            "AGENT_OUTPOST_GATEWAY_URL=ws://127.0.0.1:1/gateway",
            "AGENT_OUTPOST_CONNECT_TOKEN=" + TOKEN,
            "AGENT_OUTPOST_SESSION_ID=" + SESSION,
            "AGENT_REMOTE_STATE_DIR=" + directory.path(),
            "AGENT_GIT_MIRRORS=" + directory.mirrors(null));
    assertThat(Files.getPosixFilePermissions(directory.mirrors(null)))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(temporary.resolve("work/cwd")).hasContent(temporary.resolve("work").toString());
    assertThat(temporary.resolve("work/args")).hasContent("serve --pty-bridge-port 7070");
    assertThat(remote.alive()).isFalse();
  }

  @Test
  void theStateDirectoryIsForTheOwnerAndTheTokenIsNotInIt() throws Exception {
    start("echo hello; sleep 600 & echo started; wait", Map.of("PATH", "/usr/bin:/bin"), null);
    until(() -> text(directory.logPath()).contains("started"));
    assertThat(Files.getPosixFilePermissions(directory.path()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    for (var name : List.of("remote.pid", "remote.log")) {
      var file = directory.path().resolve(name);
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(file).content().doesNotContain(TOKEN);
    }
    var pid = directory.readPid().orElseThrow().pid();
    assertThat(text(Path.of("/proc/" + pid + "/cmdline"))).doesNotContain(TOKEN);
  }

  @Test
  void theExitCodeIsReportedOnce() throws Exception {
    start("exit 5", Map.of(), null);
    assertThat(exit().code()).isEqualTo(5);
    assertThat(exits).isEmpty();
    assertThat(directory.path().resolve("remote.pid")).doesNotExist();
  }

  @Test
  void termLetsTheRemoteEndByItself() throws Exception {
    var remote = start("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done");
    until(() -> text(directory.logPath()).contains("ready"));
    remote.terminate(Duration.ofSeconds(20), stop);
    assertThat(exit().code()).isZero();
    assertThat(text(directory.logPath())).contains("bye");
  }

  @Test
  void aDeafRemoteIsKilledWithAllItStarted() throws Exception {
    var remote =
        start(
            """
            trap '' TERM
            sleep 611 & echo $! > child
            setsid sleep 612 & echo $! > own-session
            echo ready
            while :; do sleep 0.05; done\
            """);
    until(() -> text(directory.logPath()).contains("ready"));
    var child = pid("child");
    var ownSession = pid("own-session");
    assertThat(ProcessStart.of(child)).isPresent();
    remote.terminate(Duration.ofMillis(50), stop);
    assertThat(exit().code()).isEqualTo(137);
    until(() -> ProcessStart.of(child).isEmpty() && ProcessStart.of(ownSession).isEmpty());
  }

  @Test
  void aRemoteWhoseWorkerHadNoTimeToWriteItDownIsFoundAndEnded() throws Exception {
    start("trap '' TERM; (sleep 614) & echo ready; while :; do sleep 0.05; done");
    until(() -> text(directory.logPath()).contains("ready"));
    var pid = directory.readPid().orElseThrow();
    directory.forgetPid(pid);

    assertThat(RemoteProcess.survives(directory)).isTrue();
    var found = RemoteProcess.adopt(directory, null, _ -> {}).orElseThrow();
    assertThat(found.pid()).isEqualTo(pid.pid());
    found.terminate(Duration.ZERO, stop);
    until(() -> ProcessStart.of(pid.pid()).isEmpty());
    assertThat(RemoteProcess.survives(directory)).isFalse();
  }

  @Test
  void oneThatHidesItsVariablesIsFoundByTheLockThatItHolds() throws Exception {
    Files.createDirectories(temporary.resolve("work"));
    Files.writeString(
        temporary.resolve("work/Hold.java"),
        """
        void main(String[] args) throws Exception {
          var path = java.nio.file.Path.of(args[0]);
          var channel = java.nio.channels.FileChannel.open(
              path, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE);
          IO.println(channel.tryLock() != null ? "held" : "taken");
          Thread.sleep(600_000);
        }
        """);
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    start("exec env -i " + java + " Hold.java \"$AGENT_REMOTE_STATE_DIR/remote.lock\"");
    until(() -> text(directory.logPath()).contains("held"));
    var pid = directory.readPid().orElseThrow();
    directory.forgetPid(pid);

    assertThat(RemoteProcess.adopt(directory, null, _ -> {}).orElseThrow().pid())
        .isEqualTo(pid.pid());
  }

  @Test
  void childrenThatARemoteLeavesBehindEndWithIt() throws Exception {
    start("sleep 613 & echo $! > child; exit 0");
    assertThat(exit().code()).isZero();
    var child = pid("child");
    until(() -> ProcessStart.of(child).isEmpty());
  }

  @Test
  void whatTheCommandsOfAKilledRemoteLeftRunningEndsWithIt() throws Exception {
    var remote =
        start(
            """
            : > "$AGENT_REMOTE_STATE_DIR/remote.lock"
            AGENT_SESSION_ID=agent-0199 setsid sleep 616 & echo $! > child
            echo ready
            while :; do sleep 0.05; done\
            """);
    until(() -> text(directory.logPath()).contains("ready"));
    var child = pid("child");
    ProcessHandle.of(remote.pid()).orElseThrow().destroyForcibly();
    assertThat(exit().code()).isEqualTo(137);
    until(() -> ProcessStart.of(child).isEmpty()); // it is killed; its new parent takes it away
  }

  @Test
  void commandsOfARemoteThatStillHasTheDirectoryAreNoLeftOvers() throws Exception {
    directory.create();
    var command = new ProcessBuilder("sleep", "617");
    command.environment().put("AGENT_SESSION_ID", SESSION);
    command.environment().put("AGENT_REMOTE_STATE_DIR", directory.path().toString());
    var running = command.start();
    var file = directory.path().resolve("remote.lock");
    Files.createFile(file);
    try (var _ = LockHolder.of(file)) {
      LeftOvers.kill(directory);
      assertThat(running.isAlive()).isTrue();
    }
    LeftOvers.kill(directory);
    assertThat(running.waitFor(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aRemoteThatEndsLeavesTheNextOneItsPidFile() throws Exception {
    start("while [ ! -e go ]; do sleep 0.02; done");
    var next = new RemotePid(1, "another", true);
    directory.writePid(next);
    Files.createFile(temporary.resolve("work/go"));
    assertThat(exit().code()).isZero();
    assertThat(directory.readPid()).contains(next);
  }

  @Test
  void aSecondSignalEndsThePatience() throws Exception {
    var remote = start("trap '' TERM; echo ready; while :; do sleep 0.05; done");
    until(() -> text(directory.logPath()).contains("ready"));
    var ending = Thread.ofVirtual().start(() -> remote.terminate(Duration.ofHours(1), stop));
    stop.raise(Level.STOP, 143);
    stop.raise(Level.KILL, 143);
    assertThat(ending.join(Duration.ofMinutes(2))).isTrue();
    assertThat(remote.alive()).isFalse();
  }

  @Test
  void aSurvivorIsAdoptedByPidAndStartAndItsEndIsSeen() throws Exception {
    var remote = start("sleep 614");
    var adopted = RemoteProcess.adopt(directory, null, exits::add).orElseThrow();
    assertThat(adopted.pid()).isEqualTo(remote.pid());
    adopted.terminate(Duration.ofSeconds(20), stop);
    var ends = List.of(exit(), exit());
    assertThat(ends)
        .extracting(RemoteProcess.Exit::remote)
        .containsExactlyInAnyOrder(remote, adopted);
    assertThat(ends)
        .filteredOn(end -> end.remote() == adopted)
        .allSatisfy(end -> assertThat(end.code()).isNull());
  }

  @Test
  void anotherProcessOfTheSamePidIsNotAdopted() throws Exception {
    var other = new ProcessBuilder("sleep", "615").start();
    try {
      var start = ProcessStart.of(other.pid()).orElseThrow();
      directory.prepare(null, List.of());
      directory.writePid(new RemotePid(other.pid(), start + "0", true));
      assertThat(RemoteProcess.adopt(directory, null, exits::add)).isEmpty();
      directory.writePid(new RemotePid(other.pid(), start, true));
      assertThat(RemoteProcess.survives(directory)).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(RemoteProcess.survives(directory)).isFalse();
  }

  @Test
  void whatCannotBeStartedSaysSo() {
    var launch =
        new RemoteProcess.Launch(
            temporary.resolve("missing"), Map.of(), temporary.resolve("nowhere"), null, null, null);
    assertThatThrownBy(() -> RemoteProcess.start(launch, directory, exits::add))
        .isInstanceOf(IOException.class);
    assertThat(launch.toString()).contains("serve").doesNotContain("environment");
  }

  @Test
  void aSessionIdIsNoWayOutOfTheDataDirectory() {
    for (var id : List.of("../x", "a/b", "", ".hidden", "a\u0000")) {
      assertThatThrownBy(() -> SessionDirectory.of(temporary, id))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private RemoteProcess start(String script) throws IOException {
    return start(script, Map.of("PATH", "/usr/bin:/bin"), null);
  }

  private RemoteProcess start(String script, Map<String, String> worker, Integer port)
      throws IOException {
    var work = Files.createDirectories(temporary.resolve("work"));
    var binary = temporary.resolve("agent-remote");
    Files.writeString(binary, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwxr-xr-x"));
    var environment =
        RemoteEnvironment.of(
            worker,
            URI.create("ws://127.0.0.1:1/gateway"),
            TOKEN,
            directory,
            directory.state(false),
            null);
    var remote =
        RemoteProcess.start(
            new RemoteProcess.Launch(binary, environment, work, port, null, null),
            directory,
            exits::add);
    started.add(remote);
    return remote;
  }

  private RemoteProcess.Exit exit() throws InterruptedException {
    var exit = exits.poll(120, TimeUnit.SECONDS);
    assertThat(exit).isNotNull();
    return exit;
  }

  private long pid(String file) {
    return Long.parseLong(text(temporary.resolve("work").resolve(file)).strip());
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for a condition, at most 60 s. */
  private static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
