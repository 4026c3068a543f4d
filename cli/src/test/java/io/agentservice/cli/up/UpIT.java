package io.agentservice.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.cli.connection.Connection;
import io.agentservice.cli.home.Home;
import io.agentservice.cli.testing.CommandProcess;
import io.agentservice.cli.testing.StandInRemote;
import io.agentservice.cli.workplace.UserRepository;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300) // several programs start, one after the other
class UpIT {
  @TempDir private Path place;

  private AgentClient client(Home home) {
    var key = Objects.requireNonNull(home.credentials().own());
    return new AgentClient(ClientSettings.of(URI.create(home.server().orElseThrow().url()), key));
  }

  private static long claimed(AgentClient client) {
    return client.get("/opbeta/outposts/agents", Query.NONE).objects("items").stream()
        .filter(entry -> "claimed".equals(entry.object("status").text("phase")))
        .count();
  }

  @Test
  void asManySessionsAreServedAtATimeAsThereAreWorkersAndOneUpServesADirectory() throws Exception {
    var remote = StandInRemote.publish(place);
    var work = UserRepository.make(place.resolve("work")).directory();
    var home = new Home(place.resolve("home"));
    var variables =
        Map.of(
            "AGENT_REMOTE_BINARIES", remote.binaries(),
            "AGENT_PORT", "0",
            "AGENT_SANDBOX", "none"); // the stand-in notes its number as it is outside
    try (var up = CommandProcess.start(place, variables, "up", "--workers=2", "--in=" + work)) {
      StandInRemote.await("the service", () -> home.server().isPresent());
      try (var client = client(home)) {
        var sessions = client.sessions(Connection.organization(client.self()));
        for (int i = 0; i < 3; i++) {
          sessions.create(JsonObject.of("prompt", "Task " + i), null);
        }
        remote.awaitRunning(2);
        assertThat(claimed(client)).isEqualTo(2);
      }

      try (var second = CommandProcess.start(place, variables, "up")) {
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.errors()).contains("another `agent up` is running in " + home.path());
      }

      up.signal("TERM");
      assertThat(up.exitCode()).as(up.errors()).isEqualTo(143);
      remote.awaitRunning(0);
      assertThat(home.server()).isEmpty();
    } finally {
      remote.running().forEach(ProcessHandle::destroyForcibly);
    }
  }
}
