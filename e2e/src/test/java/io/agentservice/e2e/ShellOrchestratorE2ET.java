package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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

  private static final String WAITS =
      """
      {"name": "wait", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command": "echo on > $AGENT_SESSION_ID.txt; sleep 600"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "sleep 600"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "sleep 600"}}]}]}
      """;

  @TempDir static Path directory;
  private static Installation installation;

  @BeforeAll
  static void start() throws Exception {
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "1"));
    writeCurl(Files.createDirectory(directory.resolve("bin")).resolve("curl"));
  }

  /** Ends the orchestrator that the file {@code stop} names, and fails as without a network. */
  private static void writeCurl(Path file) throws Exception {
    Files.writeString(
        file,
        """
        #!/bin/sh
        if mv "%1$s/stop" "%1$s/stopping" 2>/dev/null; then
          kill -TERM "$(cat "%1$s/stopping")"
          exit 7
        fi
        PATH=${PATH#*:} exec curl "$@"
        """
            .formatted(directory));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @AfterAll
  static void stop() {
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
                "PATH",
                directory.resolve("bin") + ":" + System.getenv("PATH"),
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
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
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
    isGivenBack(Process::destroy);
  }

  @Test
  void givesTheSessionBackAndSaysWhyItEndsAlsoWhenARequestFailsMeanwhile() throws Exception {
    isGivenBack(process -> {
      var stop = Files.writeString(directory.resolve("pid"), Long.toString(process.pid()));
      Files.move(stop, directory.resolve("stop"), StandardCopyOption.ATOMIC_MOVE);
    });
  }

  private interface Stop {
    void stop(Process process) throws Exception;
  }

  private void isGivenBack(Stop stop) throws Exception {
    String session = installation.create("Wait", WAITS);
    var process = orchestrator();
    try {
      var runs = installation.work().resolve(session + ".txt");
      installation.await("the command to run", () -> Files.exists(runs));
      stop.stop(process);
      assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue())
        .as(Files.readString(directory.resolve("shell.log")))
        .isEqualTo(143);
    var entry = installation.client().fleet().find(session).orElseThrow();
    assertThat(entry.status().phase()).isEqualTo("pending");
    assertThat(entry.spec().kind()).isEqualTo("resume");
    installation.client().sessions(installation.org()).terminate(session, false);
  }
}
