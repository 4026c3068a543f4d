package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsIT {
  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;

  @BeforeEach
  void serve() throws Exception {
    gateway = new FakeGateway();
    gateway.giveEnvironment(Map.of("NPM_TOKEN", "from the session", "PLACE", "session"));
    remote = RemoteUnderTest.serve(directory, gateway);
    gateway.awaitHello(1);
  }

  @AfterEach
  void stop() throws Exception {
    remote.close();
    gateway.close();
  }

  @Test
  void outputIsStreamedWhileTheCommandRuns() {
    gateway.send(shell("c-1", 1, "echo one; read -r line; echo $line >&2; exit 7", true));
    gateway.awaitOutput(1, "one\n");
    assertThat(gateway.all(ToServer.Exited.class)).isEmpty();

    gateway.send(new ToRemote.Input("c-1", base64("two\n"), true));
    var exited = gateway.awaitExited("c-1");
    assertThat(gateway.output(1)).isEqualTo("one\ntwo\n");
    assertThat(exited.outcome()).isEqualTo(Outcome.EXITED);
    assertThat(exited.exitCode()).isEqualTo(7);
    assertThat(exited.outputBytes()).isEqualTo(8);
  }

  @Test
  void commandForWhichThereAreNoFilesLeftEnds() throws Exception {
    var place = directory.resolve("few");
    try (var few = new FakeGateway();
        var limited =
            RemoteUnderTest.start(
                place,
                RemoteUnderTest.environment(Files.createDirectories(place), few),
                List.of("sh", "-c", "ulimit -n 150; exec \"$0\" \"$@\""),
                RemoteUnderTest.binary().toString(),
                "serve")) {
      few.awaitHello(1);
      ToServer answer = null;
      for (var n = 1; n <= 150 && !(answer instanceof ToServer.Exited); n++) {
        var id = "c-" + n;
        few.send(shell(id, n, "exec sleep 600", true));
        answer =
            few.await(
                ToServer.class,
                frame ->
                    (frame instanceof ToServer.Started started && started.id().equals(id))
                        || (frame instanceof ToServer.Exited exited && exited.id().equals(id)));
      }
      assertThat(answer)
          .isInstanceOfSatisfying(
              ToServer.Exited.class,
              exited -> {
                assertThat(exited.outcome()).isEqualTo(Outcome.NOT_STARTED);
                assertThat(exited.exitCode()).isEqualTo(126);
              });
      assertThat(limited.log()).doesNotContain("not carried out");
    }
  }

  @Test
  void standardInputIsEmptyUnlessAskedFor() {
    run("c-1", "wc -c; echo done");
    assertThat(gateway.output(1)).isEqualTo("0\ndone\n");
  }

  @Test
  void commandSeesTheSessionsVariablesAndNothingOfTheRemotesOwn() throws Exception {
    gateway.send(
        new ToRemote.Exec(
            "c-1", 1, List.of("env"), null, Map.of("PLACE", "command"), 9000, 0, null));
    gateway.awaitExited("c-1");
    assertThat(gateway.output(1).lines())
        .contains(
            "NPM_TOKEN=from the session", "PLACE=command", "AGENT_SESSION_ID=" + gateway.session())
        .noneMatch(line -> line.contains("OUTPOST"));

    gateway.send(shell("c-2", 2, "tr '\\0' '\\n' < /proc/" + remote.pid() + "/environ", false));
    gateway.awaitExited("c-2");
    assertThat(gateway.output(2)).doesNotContain(FakeGateway.TOKEN);
    assertThat(remote.log()).doesNotContain(FakeGateway.TOKEN).doesNotContain("from the session");
    try (var files = Files.walk(directory.resolve("state"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("output")) {
          assertThat(file).content().doesNotContain("from the session");
        }
      }
    }
  }

  @Test
  void noDescriptorOfTheRemoteReachesACommand() {
    run("c-1", "ls /proc/self/fd | tr '\\n' ' '");
    assertThat(gateway.output(1)).isEqualTo("0 1 2 3 "); // 3 is the directory that ls reads
  }

  @Test
  void timeLimitKillsTheWholeTreeHoweverItHides() throws Exception {
    var marker = RemoteUnderTest.marker();
    var script =
        """
        set -m
        sleep %1$s &
        setsid sleep %1$s &
        (setsid sh -c 'sleep %1$s & sleep %1$s' &)
        trap '' TERM INT
        sleep 0.1
        echo ready
        wait; sleep %1$s
        """
            .formatted(marker);
    gateway.send(
        new ToRemote.Exec("c-1", 1, List.of("bash", "-c", script), null, Map.of(), 1500, 0, null));
    gateway.awaitOutput(1, "ready");
    assertThat(RemoteUnderTest.runs(marker)).isTrue();

    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.TIMED_OUT);
    assertThat(exited.exitCode()).isEqualTo(137);
    RemoteUnderTest.await("no sleep is left", () -> !RemoteUnderTest.runs("sleep " + marker));
  }

  @Test
  void commandEndsWithItsMainProcessAndItsBackgroundChildLivesOn() throws Exception {
    var marker = RemoteUnderTest.marker();
    run("c-1", "(while sleep 0.05; do echo tick; done) & sleep " + marker + " & echo started");
    assertThat(gateway.output(1)).contains("started");
    assertThat(RemoteUnderTest.runs("sleep " + marker)).isTrue();

    gateway.send(new ToRemote.Signal("c-1", "KILL"));
    RemoteUnderTest.await("the child is gone", () -> !RemoteUnderTest.runs("sleep " + marker));
  }

  @Test
  void signalReachesTheWholeTree() {
    gateway.send(shell("c-1", 1, "trap '' INT; sleep 300 & wait; sleep 300", false));
    gateway.await(ToServer.Started.class, started -> started.id().equals("c-1"));
    gateway.send(new ToRemote.Signal("c-1", "TERM"));
    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.KILLED);
    assertThat(exited.exitCode()).isEqualTo(128 + 15);
  }

  @Test
  void sameIdRunsOnce() throws Exception {
    var file = directory.resolve("work/count");
    gateway.send(shell("c-1", 1, "echo x >> count; sleep 0.2; echo end", false));
    gateway.send(shell("c-1", 2, "echo x >> count; echo again", false));
    gateway.awaitOutput(2, "end\n");
    gateway.awaitExited("c-1");
    gateway.send(shell("c-1", 3, "echo x >> count", false));
    gateway.awaitOutput(3, "end\n");
    assertThat(file).hasContent("x");
  }

  /** The file that becomes exit.json is a pipe here: writing it waits until somebody reads it. */
  @Test
  void endIsOnDiskBeforeItIsSent() throws Exception {
    gateway.send(shell("c-1", 1, "echo $$; read -r line", true));
    gateway.awaitOutput(1, "\n");
    var pid = Long.parseLong(gateway.output(1).strip());
    var pipe = directory.resolve("state/journal/c-1/exit.json.tmp");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    gateway.send(new ToRemote.Input("c-1", "", true));
    RemoteUnderTest.await("its end", () -> ProcessHandle.of(pid).isEmpty());
    gateway.send(shell("c-2", 2, "true", false));
    gateway.awaitExited("c-2");
    assertThat(gateway.all(ToServer.Exited.class))
        .extracting(ToServer.Exited::id)
        .containsExactly("c-2");

    assertThat(Files.readString(pipe)).contains("\"exit_code\":1");
    Thread.ofPlatform().daemon().start(() -> readAgain(pipe)); // a pipe cannot be forced to disk
    gateway.awaitExited("c-1");
  }

  private static void readAgain(Path pipe) {
    try {
      Files.readString(pipe);
    } catch (IOException e) {
      // the test is over
    }
  }

  @Test
  void outputIsReadInPartsBesideTheStreamOfACommand() {
    gateway.send(shell("c-1", 1, "printf 0123456789; read -r line; echo $line", true));
    gateway.awaitOutput(1, "9");

    gateway.send(new ToRemote.ReadOutput("_1", 2, "c-1", 0, 4, 0));
    assertThat(progress("_1")).isEqualTo(new ToServer.Progress("_1", 0, 10, null));
    assertThat(gateway.output(2)).isEqualTo("0123");
    gateway.send(new ToRemote.ReadOutput("_2", 3, "c-1", 10, 100, 300));
    assertThat(progress("_2")).isEqualTo(new ToServer.Progress("_2", 10, 10, null));

    gateway.send(new ToRemote.ReadOutput("_3", 4, "c-1", Long.MAX_VALUE, 0, 30_000));
    gateway.send(new ToRemote.Input("c-1", base64("end\n"), true));
    assertThat(progress("_3").end()).isEqualTo(gateway.awaitExited("c-1"));
    gateway.send(new ToRemote.Input("c-1", base64("late\n"), false));
    gateway.send(new ToRemote.ReadOutput("_4", 5, "nobody", 0, 1, 0));
    assertThat(gateway.awaitFailed("_4").code()).isEqualTo("unknown_command");
    assertThat(gateway.awaitFailed("c-1").code()).as("came before").isEqualTo("invalid");
    gateway.send(new ToRemote.ReadOutput("_5", 6, "c-1", -1, 1, 0));
    assertThat(gateway.awaitFailed("_5").code()).isEqualTo("invalid");
  }

  private ToServer.Progress progress(String id) {
    return gateway.await(ToServer.Progress.class, answer -> answer.id().equals(id));
  }

  @Test
  void forgottenCommandIsUnknown() {
    run("c-1", "true");
    gateway.send(new ToRemote.Forget(List.of("c-1", "never-heard-of")));
    gateway.send(new ToRemote.Attach("c-1", 1, 0));
    assertThat(gateway.awaitFailed("c-1").code()).isEqualTo("unknown_command");
    assertThat(directory.resolve("state/journal")).isEmptyDirectory();
  }

  @Test
  void aForgottenCommandIsNotRunAgain() {
    run("c-1", "echo run >> runs.txt");
    gateway.send(new ToRemote.Forget(List.of("c-1")));
    gateway.send(shell("c-1", 2, "echo run >> runs.txt", false));

    assertThat(gateway.awaitFailed("c-1").code()).isEqualTo("unknown_command");
    run("c-2", "cat runs.txt");
    assertThat(gateway.output(1)).isEqualTo("run\n");
  }

  @Test
  void programThatCannotBeStartedSaysWhyInItsOutput() {
    gateway.send(new ToRemote.Exec("c-1", 1, List.of("no-such-tool"), null, Map.of(), 0, 0, null));
    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(exited.exitCode()).isEqualTo(127);
    assertThat(gateway.output(1)).isEqualTo("agent-remote: command not found: no-such-tool\n");

    gateway.send(new ToRemote.Exec("c-2", 2, List.of("true"), "missing", Map.of(), 0, 0, null));
    assertThat(gateway.awaitExited("c-2").exitCode()).isEqualTo(126);
    assertThat(gateway.output(2)).contains("no such directory");
  }

  @Test
  void largeOutputArrivesWholeUnderFlowControl() throws Exception {
    var size = 20 << 20;
    gateway.holdCredit();
    gateway.send(shell("c-1", 1, "yes 0123456789abcde | head -c " + size, false));
    RemoteUnderTest.await(
        "a window of output", () -> gateway.bytes(1).length == OutputFrame.WINDOW);
    // The command is not held up by the server: all of it is on disk while one window was sent.
    var spool = directory.resolve("state/journal/c-1/output");
    RemoteUnderTest.await("the whole output on disk", () -> spool.toFile().length() == size);
    assertThat(gateway.bytes(1)).hasSize(OutputFrame.WINDOW);

    for (var taken = 0; taken < size; taken += OutputFrame.WINDOW) {
      var wanted = Math.min(size, taken + OutputFrame.WINDOW);
      RemoteUnderTest.await("the next window", () -> gateway.bytes(1).length == wanted);
      gateway.send(new ToRemote.Credit(1, OutputFrame.WINDOW));
    }
    assertThat(gateway.awaitExited("c-1").outputBytes()).isEqualTo(size);
    var expected = "0123456789abcde\n".repeat(size / 16).getBytes(UTF_8);
    assertThat(digest(gateway.bytes(1))).isEqualTo(digest(expected));
  }

  @Test
  void terminalIsRealAndCanBeResized() {
    var size = new ToRemote.PtySize(24, 80);
    gateway.send(
        new ToRemote.Exec(
            "c-1", 1, List.of("bash", "--norc", "-i"), null, Map.of("PS1", "$ "), 0, 0, size));
    type("tty; stty size\n");
    gateway.awaitOutput(1, "24 80");
    assertThat(gateway.output(1)).contains("/dev/");
    gateway.send(new ToRemote.Resize("c-1", new ToRemote.PtySize(50, 132)));
    type("stty size\n");
    gateway.awaitOutput(1, "50 132");

    type("sh -c 'echo as\"\"leep; exec sleep 300'\n"); // what is typed is shown before it runs
    gateway.awaitOutput(1, "asleep");
    type("\u0003");
    type("echo alive-$((40+2)); exit 3\n");
    assertThat(gateway.awaitExited("c-1").exitCode()).isEqualTo(3);
    assertThat(gateway.output(1)).contains("alive-42");
  }

  @Test
  void malformedAndUnknownFramesDoNoHarm() {
    gateway.sendText("{\"type\":\"exec\",\"id\":\"bad-1\"}");
    assertThat(gateway.awaitFailed("bad-1").code()).isEqualTo("invalid");
    gateway.send(new ToRemote.Exec("../x", 1, List.of("true"), null, Map.of(), 0, 0, null));
    assertThat(gateway.awaitFailed("../x").code()).isEqualTo("invalid");
    gateway.sendText("{\"type\":\"teleport\",\"id\":\"t\"}");
    gateway.sendText("no json");
    run("c-1", "echo still here");
    assertThat(gateway.output(1)).isEqualTo("still here\n");
  }

  private void run(String id, String script) {
    gateway.send(shell(id, 1, script, false));
    gateway.awaitExited(id);
  }

  private void type(String keys) {
    gateway.send(new ToRemote.Input("c-1", base64(keys), false));
  }

  private static ToRemote.Exec shell(String id, int channel, String script, boolean stdin) {
    return new ToRemote.Exec(
        id, channel, List.of("bash", "-c", script), null, Map.of(), 30_000, 0, null, stdin, null);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static byte[] digest(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }
}
