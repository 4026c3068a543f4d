package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import io.agentservice.wire.frames.ToServer.JournalEntry;
import io.agentservice.wire.frames.ToServer.Outcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionIT {
  @TempDir private Path directory;

  @Test
  void helloSaysWhatTheMachineIs() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      var hello = gateway.awaitHello(1);
      assertThat(hello.cwd()).isEqualTo(directory.resolve("work").toString());
      assertThat(hello.capabilities()).contains("exec", "files");
      assertThat(hello.journal()).isEmpty();
      assertThat(RemoteUnderTest.binary().toString()).contains(hello.sha());
      assertThat(remote.log()).doesNotContain(FakeGateway.TOKEN);
    }
  }

  @Test
  void lostConnectionLosesNoOutputAndRunsNothingTwice() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      var script = "echo run >> runs; for i in $(seq 1 40); do echo line $i; sleep 0.05; done";
      gateway.send(shell("c-1", script));
      gateway.awaitOutput(1, "line 5\n");
      gateway.cut();

      assertThat(gateway.awaitHello(2).journal()).containsExactly(new JournalEntry("c-1", true));
      gateway.send(new ToRemote.Attach("c-1", 1, gateway.bytes(1).length));
      gateway.awaitOutput(1, "line 20\n");
      gateway.close(1012);

      gateway.awaitHello(3);
      var again = shell("c-1", script);
      gateway.send(
          new ToRemote.Exec(
              "c-1", 1, again.argv(), null, Map.of(), 0, gateway.bytes(1).length, null));
      var exited = gateway.awaitExited("c-1");
      var expected = IntStream.rangeClosed(1, 40).mapToObj(i -> "line " + i + "\n");
      assertThat(gateway.output(1)).isEqualTo(expected.collect(Collectors.joining()));
      assertThat(exited.outcome()).isEqualTo(Outcome.EXITED);
      assertThat(directory.resolve("work/runs")).hasContent("run");
      assertThat(remote.log()).contains("not connected");
    }
  }

  @Test
  void commandsOfAKilledRemoteAreLostAndLeaveNothingRunning() throws Exception {
    var marker = RemoteUnderTest.marker();
    try (var gateway = new FakeGateway()) {
      try (var first = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitHello(1);
        gateway.send(shell("done", "echo kept"));
        gateway.awaitExited("done");
        gateway.send(shell("c-1", 9, "echo before; setsid sleep " + marker + " & wait"));
        gateway.awaitOutput(9, "before");
        first.kill();
      }
      assertThat(RemoteUnderTest.runs("sleep " + marker)).isTrue();
      try (var second = RemoteUnderTest.serve(directory, gateway)) {
        assertThat(gateway.awaitHello(2).journal())
            .containsExactlyInAnyOrder(
                new JournalEntry("done", false), new JournalEntry("c-1", false));
        assertThat(RemoteUnderTest.runs("sleep " + marker)).isFalse();

        gateway.send(new ToRemote.Attach("c-1", 2, 0));
        assertThat(gateway.awaitExited("c-1").outcome()).isEqualTo(Outcome.LOST);
        assertThat(gateway.output(2)).isEqualTo("before\n");
        gateway.send(new ToRemote.Attach("done", 3, 0));
        gateway.awaitOutput(3, "kept\n");
        gateway.send(new ToRemote.SessionEnd("suspended"));
        assertThat(second.awaitExit()).isZero();
      }
    }
  }

  @Test
  void sessionEndLeavesNoProcess() throws Exception {
    var marker = RemoteUnderTest.marker();
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      gateway.send(shell("c-1", "setsid sleep " + marker + " & echo off"));
      gateway.awaitExited("c-1");
      gateway.send(shell("c-2", 2, "trap '' TERM; echo on; sleep " + marker + "; sleep " + marker));
      gateway.awaitOutput(2, "on");
      gateway.send(new ToRemote.SessionEnd("exit"));
      assertThat(remote.awaitExit()).isZero();
      assertThat(RemoteUnderTest.runs(marker)).isFalse();
      assertThat(directory.resolve("state/journal/c-2/exit.json"))
          .content()
          .contains("\"outcome\":\"killed\"");
    }
  }

  @Test
  void terminatedRemoteTakesItsCommandsWithIt() throws Exception {
    var marker = RemoteUnderTest.marker();
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      gateway.send(shell("c-1", "echo on; sleep " + marker));
      gateway.awaitOutput(1, "on");
      remote.terminate();
      assertThat(remote.awaitExit()).isEqualTo(143);
      assertThat(RemoteUnderTest.runs(marker)).isFalse();
    }
  }

  @Test
  void aTerminatedRemoteRefusesNothingThatTheNextOneOfItsSessionCanDo() throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      gateway.send(shell("c-1", "trap 'echo ending' TERM; echo on; while :; do sleep 0.05; done"));
      gateway.awaitOutput(1, "on");
      remote.terminate();
      gateway.awaitOutput(1, "ending");
      gateway.send(shell("c-2", 2, "echo begun > begun"));
      assertThat(remote.awaitExit()).isEqualTo(143);
      assertThat(gateway.all(ToServer.Failed.class)).isEmpty();
      assertThat(directory.resolve("work/begun")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({"4000, 0", "4401, 3", "4403, 5", "4409, 6"})
  void closeCodeDecidesTheExitCode(int closeCode, int exitCode) throws Exception {
    try (var gateway = new FakeGateway();
        var remote = RemoteUnderTest.serve(directory, gateway)) {
      gateway.awaitHello(1);
      gateway.close(closeCode);
      assertThat(remote.awaitExit()).isEqualTo(exitCode);
    }
  }

  @Test
  void anEndBeforeTheWelcomeDecidesTheExitCodeToo() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.closeAtOnce(4403);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        assertThat(remote.awaitExit()).isEqualTo(5);
      }
    }
  }

  @Test
  void anEndBeforeTheWelcomeIsNoticedAtOnce() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.closeAtOnce(1012);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitConnections(5); // were the time for a welcome waited for, over the limit
        assertThat(remote.log()).contains("not connected: closed with 1012");
      }
    }
  }

  @Test
  void connectionsWithoutAWelcomeDoNotRenewTheGraceTime() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.giveGrace(1);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitHello(1);
        gateway.send(shell("c-1", "echo welcomed"));
        gateway.awaitExited("c-1");
        gateway.closeAtOnce(1012);
        gateway.close(1012);
        assertThat(remote.awaitExit()).isEqualTo(4);
        assertThat(remote.log()).contains("no connection for 1 s: closed with 1012");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"401, 3", "403, 5"})
  void refusedUpgradeDecidesTheExitCode(int status, int exitCode) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    var gateway = "http://127.0.0.1:" + server.getAddress().getPort() + "/gateway";
    try (var remote =
        RemoteUnderTest.start(
            directory, RemoteUnderTest.environment(directory, gateway, "agent-refused"), "serve")) {
      assertThat(remote.awaitExit()).isEqualTo(exitCode);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void unreachableGatewayIsGivenUpAfterTheGraceTimeOfTheServer() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.giveGrace(1);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitHello(1);
        gateway.send(shell("c-1", "echo welcomed"));
        gateway.awaitExited("c-1");
        gateway.stop(1000);
        assertThat(remote.awaitExit()).isEqualTo(4);
        assertThat(remote.log()).contains("no connection for 1 s");
      }
    }
  }

  @Test
  void aServerThatSaysNothingForTheTimeThatItHasNamedIsLeftForAnother() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.giveSilence(2);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitHello(1);
        gateway.fallSilent();

        gateway.awaitHello(2);

        assertThat(remote.log()).contains("not connected: silence for 2 s");
      }
    }
  }

  @Test
  void aServerThatCanNotServeNowIsWaitedForLongerThanTheGraceTime() throws Exception {
    try (var gateway = new FakeGateway()) {
      gateway.giveGrace(1);
      try (var remote = RemoteUnderTest.serve(directory, gateway)) {
        gateway.awaitHello(1);
        gateway.send(shell("c-1", "echo welcomed"));
        gateway.awaitExited("c-1");
        gateway.refuse();
        gateway.close(1012);
        gateway.awaitRefusals(4); // the last of them comes 3 s after the first
        assertThat(remote.log()).contains("the service can't serve now, status 503");
        gateway.stop(1000);
        assertThat(remote.awaitExit()).isEqualTo(4);
      }
    }
  }

  @Test
  void partOfTheConfigurationIsRefusedInOneLine() throws Exception {
    var environment = RemoteUnderTest.environment(directory, "ws://127.0.0.1:1", "agent-none");
    environment.remove("AGENT_OUTPOST_SESSION_ID");
    try (var remote = RemoteUnderTest.start(directory, environment, "serve")) {
      assertThat(remote.awaitExit()).isEqualTo(2);
      assertThat(remote.log())
          .isEqualTo(
              "agent-remote: AGENT_OUTPOST_SESSION_ID is not set; the three AGENT_OUTPOST_*"
                  + " variables must be set together\n");
    }
  }

  private static ToRemote.Exec shell(String id, String script) {
    return shell(id, 1, script);
  }

  private static ToRemote.Exec shell(String id, int channel, String script) {
    return new ToRemote.Exec(
        id, channel, List.of("bash", "-c", script), null, Map.of(), 0, 0, null);
  }
}
