package io.agentservice.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.bridge.BridgeAddress;
import io.agentservice.wire.bridge.BridgeFrame;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process layer for Windows, on this machine: what it promises there it has to keep here. */
class PortableIT {
  @TempDir private Path directory;
  private FakeGateway gateway;
  private RemoteUnderTest remote;

  @BeforeEach
  void serve() throws Exception {
    gateway = new FakeGateway();
    gateway.giveEnvironment(Map.of("PLACE", "session", "KEY", "of the session"));
    remote =
        RemoteUnderTest.servePortable(
            directory, gateway, "-Xlog:class+load:file=" + directory.resolve("classes"));
    gateway.awaitHello(1);
  }

  @AfterEach
  void stop() throws Exception {
    remote.close();
    gateway.close();
  }

  @Test
  void commandsStreamTakeInputSeeTheirVariablesAndEndWithTheirStatus() throws Exception {
    var script = "echo one; read -r line; echo $line >&2; echo $PLACE $KEY; env; pwd; exit 7";
    gateway.send(
        new ToRemote.Exec(
            "c-1",
            1,
            List.of("bash", "-c", script),
            "sub",
            Map.of("PLACE", "command"),
            30_000,
            0,
            null,
            true,
            null));
    assertThat(gateway.awaitExited("c-1").outcome()).isEqualTo(Outcome.NOT_STARTED);

    Files.createDirectory(directory.resolve("work/sub"));
    gateway.send(
        new ToRemote.Exec(
            "c-2",
            2,
            List.of("bash", "-c", script),
            "sub",
            Map.of("PLACE", "command"),
            30_000,
            0,
            null,
            true,
            null));
    gateway.awaitOutput(2, "one\n");
    assertThat(gateway.await(ToServer.Started.class, s -> s.id().equals("c-2")).pid()).isPositive();
    var typed = Base64.getEncoder().encodeToString("two\n".getBytes(UTF_8));
    gateway.send(new ToRemote.Input("c-2", typed, true));
    var exited = gateway.awaitExited("c-2");
    assertThat(exited.outcome()).isEqualTo(Outcome.EXITED);
    assertThat(exited.exitCode()).isEqualTo(7);
    assertThat(gateway.output(2))
        .startsWith("one\ntwo\ncommand of the session\n")
        .contains("AGENT_SESSION_ID=" + gateway.session() + "\n", "AGENT_COMMAND_ID=c-2\n")
        .endsWith(directory.resolve("work/sub").toRealPath() + "\n")
        .doesNotContain("OUTPOST", FakeGateway.TOKEN);
  }

  @Test
  void standardInputIsEmptyUnlessAskedFor() {
    gateway.send(shell("c-1", 1, "wc -c", 0));
    gateway.awaitExited("c-1");
    assertThat(gateway.output(1)).isEqualTo("0\n");
  }

  @Test
  void timeLimitKillsTheWholeTree() throws Exception {
    var marker = RemoteUnderTest.marker();
    var script =
        """
        trap '' TERM
        (sleep %1$s & setsid sleep %1$s & wait) &
        sleep %1$s &
        echo ready
        wait
        """
            .formatted(marker);
    gateway.send(shell("c-1", 1, script, 2000));
    gateway.awaitOutput(1, "ready");
    assertThat(RemoteUnderTest.runs(marker)).isTrue();
    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.TIMED_OUT);
    assertThat(exited.exitCode()).isEqualTo(137);
    RemoteUnderTest.await("no sleep is left", () -> !RemoteUnderTest.runs("sleep " + marker));
  }

  @Test
  void signalsReachTheTreeAlsoWhatItsMainProcessLeftBehind() throws Exception {
    gateway.send(shell("c-1", 1, "echo on; sleep 300 & wait", 0));
    gateway.awaitOutput(1, "on");
    gateway.send(new ToRemote.Signal("c-1", "TERM"));
    var exited = gateway.awaitExited("c-1");
    assertThat(exited.outcome()).isEqualTo(Outcome.KILLED);
    assertThat(exited.exitCode()).isEqualTo(128 + 15);

    var marker = RemoteUnderTest.marker();
    gateway.send(shell("c-2", 2, "sleep " + marker + " > /dev/null & sleep 0.3; echo off", 0));
    gateway.awaitOutput(2, "off");
    assertThat(gateway.awaitExited("c-2").outcome()).isEqualTo(Outcome.EXITED);
    gateway.send(new ToRemote.Signal("c-2", "KILL"));
    RemoteUnderTest.await("the child is gone", () -> !RemoteUnderTest.runs("sleep " + marker));
  }

  @Test
  void sessionEndLeavesNoProcess() throws Exception {
    var marker = RemoteUnderTest.marker();
    gateway.send(
        shell("c-1", 1, "trap '' TERM; echo on; sleep " + marker + "; sleep " + marker, 0));
    gateway.awaitOutput(1, "on");
    RemoteUnderTest.await("the sleep", () -> RemoteUnderTest.runs("sleep " + marker));
    gateway.send(new ToRemote.SessionEnd("exit"));
    assertThat(remote.awaitExit()).isZero();
    assertThat(RemoteUnderTest.runs(marker)).isFalse();
    assertThat(directory.resolve("state/journal/c-1/exit.json")).content().contains("\"killed\"");
  }

  @Test
  void whatAKilledRemoteLeftIsKilledByTheNext() throws Exception {
    var marker = RemoteUnderTest.marker();
    gateway.send(shell("c-1", 1, "sleep " + marker, 0));
    gateway.await(ToServer.Started.class, started -> started.id().equals("c-1"));
    RemoteUnderTest.await("the sleep", () -> RemoteUnderTest.runs("sleep " + marker));
    remote.kill();
    assertThat(RemoteUnderTest.runs("sleep " + marker)).isTrue();
    try (var second = RemoteUnderTest.servePortable(directory, gateway)) {
      assertThat(gateway.awaitHello(2).journal()).containsExactly(new JournalEntry("c-1", false));
      assertThat(RemoteUnderTest.runs("sleep " + marker)).isFalse();
      assertThat(second.log()).contains("was lost with an earlier remote");
    }
  }

  @Test
  void thereAreNoTerminalsAndItSaysSo() throws Exception {
    assertThat(gateway.awaitHello(1).capabilities())
        .containsExactly("exec", "script", "files", "jobs", "within", "git");
    var size = new ToRemote.PtySize(24, 80);
    gateway.send(new ToRemote.Exec("c-1", 1, List.of("true"), null, Map.of(), 0, 0, size));
    var failed = gateway.awaitFailed("c-1");
    assertThat(failed.code()).isEqualTo("invalid");
    assertThat(failed.message()).isEqualTo("there are no terminals on this machine");

    var address = BridgeAddress.read(directory.resolve("state")).orElseThrow();
    try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), address.port())) {
      socket.setSoTimeout(20_000);
      var open = new BridgeFrame.Open(address.secret(), 24, 80, "vt100");
      BridgeFrame.write(socket.getOutputStream(), open);
      assertThat(BridgeFrame.read(socket.getInputStream()).orElseThrow())
          .isInstanceOfSatisfying(
              BridgeFrame.Refused.class,
              refused -> assertThat(refused.toString()).contains("no terminals on this machine"));
    }
  }

  @Test
  void nothingOfPosixIsLoaded() throws Exception {
    gateway.send(shell("c-1", 1, "sleep 300 & wait", 100));
    assertThat(gateway.awaitExited("c-1").outcome()).isEqualTo(Outcome.TIMED_OUT);
    gateway.send(new ToRemote.SessionEnd("exit"));
    assertThat(remote.awaitExit()).isZero();
    assertThat(directory.resolve("classes"))
        .content()
        .contains("io.agentservice.remote.process.PortableProcess ")
        .doesNotContain(
            "process.Posix", "process.Spawner", "process.Children", "process.ProcessTree")
        .doesNotContain("java.lang.foreign.Linker ");
  }

  private static ToRemote.Exec shell(String id, int channel, String script, long limitMillis) {
    return new ToRemote.Exec(
        id, channel, List.of("bash", "-c", script), null, Map.of(), limitMillis, 0, null);
  }
}
