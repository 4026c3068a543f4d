package io.agentservice.bench;

import io.agentservice.bench.fixtures.ModelServer;
import io.agentservice.bench.fixtures.Scratch;
import io.agentservice.bench.fixtures.ServerProcess;
import io.agentservice.client.AgentClient;
import io.agentservice.client.fleet.ClaimAnswer;
import io.agentservice.client.http.ClientSettings;
import io.agentservice.client.http.SseStream;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * P7 and P9: a session whose model server calls {@code true} some hundred times. A step is the time
 * between two results on the event stream, less the command's own; P9 goes from spawning the
 * packaged remote to its connection.
 */
final class StepBench {
  private static final int STEPS = 240;
  private static final int WARM_UP = 60;

  private StepBench() {}

  static void main() throws Exception {
    try (var home = Scratch.create("steps");
        var model = new ModelServer(STEPS);
        var server = ServerProcess.start(home.path(), model.settings())) {
      server.awaitFirstAnswer();
      try (var client =
          new AgentClient(ClientSettings.of(ServerProcess.url(), ServerProcess.TOKEN))) {
        run(client, home.path());
      }
      System.out.printf("resident memory of the server JVM: %.0f MB%n", server.residentMegabytes());
    }
  }

  private static void run(AgentClient client, Path home) throws Exception {
    String org = client.self().object("org_permissions").fields().keySet().iterator().next();
    client.fleet().createOutpost("bench", "linux", "");
    session(client, org, home, "warm up"); // unpacks the remote
    var times = session(client, org, home, "measured");
    Figures.of("remote: spawned to attached (P9)", "ms", times.attached()).print();
    System.out.printf("resident memory of the remote (P9): %.0f MB%n", times.remoteMegabytes());
    Figures.of("step: result to result (P7 and the command)", "ms", times.steps()).print();
    Figures.of("the command alone, as the remote measures it", "ms", times.commands()).print();
  }

  private record Times(
      double attached, double remoteMegabytes, double[] steps, double[] commands) {}

  private static Times session(AgentClient client, String org, Path home, String name)
      throws Exception {
    String id = client.sessions(org).create(JsonObject.of("prompt", name), null).id();
    var claim = claim(client, id);
    long spawned = System.nanoTime();
    var remote = spawn(home, claim);
    try (var events = client.sessions(org).events(id, 0)) {
      return watch(events, spawned, remote);
    } finally {
      client.sessions(org).terminate(id, false);
      if (!remote.waitFor(20, TimeUnit.SECONDS)) {
        remote.destroyForcibly();
      }
      client.fleet().release(id, "bench");
    }
  }

  private static QueueEntry claim(AgentClient client, String id) {
    return switch (client.fleet().claim(id, "bench")) {
      case ClaimAnswer.Claimed(var entry) -> entry;
      case ClaimAnswer.Refused refused -> throw new IllegalStateException(refused.toString());
    };
  }

  private static Times watch(SseStream events, long spawned, Process remote) throws IOException {
    double attached = 0;
    long last = 0;
    var steps = new ArrayList<Double>();
    var commands = new ArrayList<Double>();
    double memory = 0;
    while (true) {
      var frame = events.next();
      if (frame == null) {
        throw new IllegalStateException("the stream ended before the session was finished");
      }
      var event = SessionEvent.of(JsonObject.parse(frame));
      long now = System.nanoTime();
      switch (event.data()) {
        case EventData.MachineAttached _ -> attached = (now - spawned) / 1e6;
        case EventData.ToolResult result -> {
          if (last != 0) {
            steps.add((now - last) / 1e6);
            commands.add((double) result.durationMillis());
          }
          last = now;
        }
        case EventData.Finished _ -> {
          return new Times(attached, memory, measured(steps), measured(commands));
        }
        default -> memory = Math.max(memory, residentOfTree(remote));
      }
    }
  }

  private static double[] measured(List<Double> all) {
    return all.subList(WARM_UP, all.size() - 1).stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double residentOfTree(Process remote) throws IOException {
    return ServerProcess.residentMegabytes(remote.pid());
  }

  private static Process spawn(Path home, QueueEntry claim) throws IOException {
    Path directory = Path.of("remote/target/dist/agent-rs/remote").toAbsolutePath();
    String binary = "agent-remote_" + claim.spec().remoteBinarySha() + "_linux_x64";
    var builder =
        new ProcessBuilder(directory.resolve(binary).toString(), "serve")
            .directory(Files.createDirectories(home.resolve("work")).toFile())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("remote.log").toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", System.getenv("PATH"),
                "HOME", home.toString(),
                "AGENT_OUTPOST_GATEWAY_URL", String.valueOf(claim.status().gatewayUrl()),
                "AGENT_OUTPOST_CONNECT_TOKEN", String.valueOf(claim.status().connectToken()),
                "AGENT_OUTPOST_SESSION_ID", claim.metadata().sessionId(),
                "AGENT_REMOTE_STATE_DIR",
                    home.resolve("state-" + claim.metadata().sessionId()).toString()));
    return builder.start();
  }
}
