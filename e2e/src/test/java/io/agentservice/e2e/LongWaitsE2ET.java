package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is killed while an agent waits: it goes on in time, and gets one result. */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class LongWaitsE2ET {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "AGENT_WAIT_HOLD_SECONDS", "2",
          "AGENT_CONNECTION_GRACE_SECONDS", "3",
          "AGENT_CLAIM_TTL_SECONDS", "30");

  @TempDir private Path directory;
  private Installation installation;
  private Process worker;
  private String session;

  private void startUntil(String event, String wait) throws Exception {
    installation = Installation.start(directory, SETTINGS);
    worker = installation.startWorker("worker-1");
    session =
        installation.create(
            "Wait",
            """
            {"name": "waits", "model": "recorded", "turns": [
              {"tool_calls": [{"name": "wait", "input": %s}]},
              {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
            """
                .formatted(wait));
    installation.awaitEvent(session, seen -> seen.required("type").equals(event));
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  private String result() {
    installation.awaitStatus(session, "running", "finished");
    assertThat(data("tool_intent")).as("the wait and the end").hasSize(2);
    assertThat(data("model_turn")).hasSize(2);
    assertThat(data("tool_result")).hasSize(2);
    return data("tool_result").getFirst().objects("content").getFirst().required("text");
  }

  private List<JsonObject> data(String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private void killRemotes() {
    installation.processes().stream()
        .filter(
            process -> process.info().commandLine().orElse("").contains("io.agentservice.remote"))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  @Tag("nightly")
  void serverKilledWhileTheSessionSleepsUntilATime() throws Exception {
    startUntil("machine_released", "{\"seconds\": 8}");
    assertThat(installation.session(session).object("wait").required("for")).isEqualTo("time");
    installation.killServer();
    installation.startServer();

    assertThat(result()).startsWith("The time is over.");
    assertThat(data("machine_released")).hasSize(1);
  }

  @Test
  @Tag("nightly")
  void workerKilledWhileTheSessionSleepsUntilAMessage() throws Exception {
    startUntil("machine_released", "{\"message\": true, \"seconds\": 600}");
    worker.destroyForcibly().waitFor();
    killRemotes();
    installation.startWorker("worker-2");

    installation.client().sessions(installation.org()).message(session, "here I am");

    assertThat(result()).startsWith("The user has written");
    assertThat(data("user_message")).hasSize(2);
  }

  @Test
  void remoteKilledWhileTheAgentWaitsForAPort() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    startUntil("tool_intent", "{\"seconds\": 120, \"port\": %d}".formatted(port));
    killRemotes();
    installation.await("another remote", () -> data("machine_attached").size() == 2);

    try (var _ = new ServerSocket(port)) {
      assertThat(result()).startsWith("Port %d is open.".formatted(port));
    }
  }
}
