package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The orchestrator of docs/orchestrators.md, which knows the API and nothing of our CLI. */
@Timeout(300) // several programs start, one after the other
class ShellOrchestratorE2ET {
  private static final Path SCRIPT =
      Path.of("../examples/orchestrator/orchestrator.sh").toAbsolutePath().normalize();
  private static final String TRANSCRIPT =
      """
      {"name": "shell", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command": "env | cut -d= -f1 | sort > names.txt; echo done"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  @TempDir Path directory;
  private Installation installation;

  @BeforeEach
  void start() throws Exception {
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "1"));
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  private Process orchestrator() throws Exception {
    var builder = new ProcessBuilder("bash", SCRIPT.toString(), "local", "once");
    builder.directory(installation.work().toFile());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("shell.log").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "AGENT_API_URL",
                installation.client().baseUrl().toString(),
                "AGENT_OUTPOSTS_TOKEN",
                Installation.TOKEN,
                "AGENT_WORKER_HOME",
                directory.resolve("shell").toString(),
                "POLL_SECONDS",
                "1"));
    return builder.start();
  }

  @Test
  void servesASessionToItsEndAndGivesItBack() throws Exception {
    String session = installation.create("Work", TRANSCRIPT);
    var process = orchestrator();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(directory.resolve("shell.log"))).isZero();
    installation.awaitStatus(session, "suspended", "inactivity");
    assertThat(installation.client().fleet().find(session)).isEmpty();
    assertThat(installation.eventTypes(session)).contains("finished");
    assertThat(Files.readString(installation.work().resolve("names.txt")))
        .contains("AGENT_REMOTE_STATE_DIR")
        .doesNotContain("AGENT_OUTPOST", "AGENT_OUTPOSTS_TOKEN", "POLL_SECONDS", "AGENT_API_URL");
  }

  @Test
  void endsItsRemoteAndGivesTheSessionBackWhenItIsStopped() throws Exception {
    String session =
        installation.create(
            "Wait",
            """
            {"name": "wait", "model": "recorded", "turns": [
              {"tool_calls": [{"name": "bash", "input": {"command": "echo on > on.txt; sleep 600"}}]},
              {"tool_calls": [{"name": "bash", "input": {"command": "sleep 600"}}]},
              {"tool_calls": [{"name": "bash", "input": {"command": "sleep 600"}}]}]}
            """);
    var process = orchestrator();
    try {
      installation.await(
          "the command to run", () -> Files.exists(installation.work().resolve("on.txt")));
      process.destroy();
      assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(143);
    var entry = installation.client().fleet().find(session).orElseThrow();
    assertThat(entry.status().phase()).isEqualTo("pending");
    assertThat(entry.spec().kind()).isEqualTo("resume");
  }
}
