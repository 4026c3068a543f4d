package io.agentservice.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.remote.testing.FakeGateway;
import io.agentservice.remote.testing.RemoteUnderTest;
import io.agentservice.wire.frames.ToServer.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a remote tells of walls that its worker promised. */
class IsolationIT {
  @TempDir private Path directory;

  @Test
  void wallsWithHolesAreToldAndTheSessionIsNotServed() throws Exception {
    var canary = Files.createFile(directory.resolve("canary"));
    try (var gateway = new FakeGateway()) {
      var environment = RemoteUnderTest.environment(directory, gateway);
      environment.put("AGENT_SANDBOX", "bwrap");
      environment.put("AGENT_SANDBOX_CANARY", canary.toString());
      try (var remote = RemoteUnderTest.start(directory, environment, "serve")) {
        var hello = gateway.awaitHello(1);
        assertThat(hello.capabilities()).isEmpty();
        assertThat(hello.isolation().failed())
            .contains(
                new Trial("read the worker's files", false, true),
                new Trial("see processes of others", false, true));
        gateway.close(4000);
        assertThat(remote.awaitExit()).isEqualTo(2);
        assertThat(remote.log()).contains("do not hold").contains("can read the worker's files");
      }
    }
  }

  @Test
  void withoutWallsTheWorkersReasonIsTold() throws Exception {
    try (var gateway = new FakeGateway()) {
      var environment = RemoteUnderTest.environment(directory, gateway);
      environment.put("AGENT_SANDBOX_MISSING", "no wall: bubblewrap is not installed");
      try (var _ = RemoteUnderTest.start(directory, environment, "serve")) {
        var hello = gateway.awaitHello(1);
        assertThat(hello.capabilities()).contains("exec").doesNotContain("sandbox");
        assertThat(hello.isolation().reason()).isEqualTo("no wall: bubblewrap is not installed");
      }
    }
  }
}
