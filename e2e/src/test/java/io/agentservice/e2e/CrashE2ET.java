package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is killed in mid-session, the session goes on, and no command runs twice. */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class CrashE2ET {
  /** The command runs until the test makes the file {@code go}. */
  private static final String TRANSCRIPT =
      """
      {"name": "crash", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"timeout_seconds": 600, "command":
          "echo run >> runs.txt; echo before; until [ -e go ]; do sleep 0.1; done; echo after"}}]},
        {"tool_calls": [{"name": "bash", "input": {"command": "cat runs.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  @TempDir Path directory;
  private Installation installation;
  private Process worker;
  private String session;

  /**
   * Starts what is needed with these settings. Where the server is away, nothing shortens the grace
   * time: a remote that waited in vain for so long kills its command.
   */
  private void startUntilTheCommandRuns(Map<String, String> settings) throws Exception {
    installation = Installation.start(directory, settings);
    worker = installation.startWorker("worker-1");
    session = installation.create("Run it once", TRANSCRIPT);
    installation.await("the command to run", () -> Files.exists(runs()));
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  /** Item 47. */
  @Test
  @Tag("nightly")
  void serverKilledWhileACommandRunsFindsItsResultAfterTheRestart() throws Exception {
    startUntilTheCommandRuns(Map.of());
    installation.killServer();
    letTheCommandEnd();
    installation.startServer();

    installation.awaitStatus(session, "running", "finished");
    assertThat(toolResults().getFirst()).contains("before\nafter", "[exit code 0]");
    assertRunOnceWithoutGap();
  }

  @Test
  void serverKilledWhileACommandRunsWaitsForItAfterTheRestart() throws Exception {
    startUntilTheCommandRuns(Map.of());
    installation.killServer();
    installation.startServer();
    installation.await(
        "the loop to be back",
        () ->
            installation.eventTypes(session).stream().filter("machine_attached"::equals).count()
                == 2);
    letTheCommandEnd();

    installation.awaitStatus(session, "running", "finished");
    assertThat(toolResults().getFirst()).contains("before\nafter", "[exit code 0]");
    assertRunOnceWithoutGap();
  }

  @Test
  void workerAndRemoteKilledTheSessionGoesOnElsewhereAndIsToldThatTheOutcomeIsUnknown()
      throws Exception {
    startUntilTheCommandRuns(
        Map.of("AGENT_CONNECTION_GRACE_SECONDS", "3", "AGENT_CLAIM_TTL_SECONDS", "30"));
    installation.startWorker("worker-2");
    worker.destroyForcibly().waitFor();
    remotes().forEach(ProcessHandle::destroyForcibly);

    installation.awaitStatus(session, "running", "finished");
    assertThat(toolResults().getFirst()).contains("[outcome unknown]");
    assertRunOnceWithoutGap();
  }

  private void letTheCommandEnd() throws Exception {
    Files.createFile(installation.work().resolve("go"));
  }

  private Path runs() {
    return installation.work().resolve("runs.txt");
  }

  private void assertRunOnceWithoutGap() throws Exception {
    assertThat(Files.readAllLines(runs())).containsExactly("run");
    var numbers = installation.events(session).stream().map(event -> event.number("seq", -1));
    assertThat(numbers)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, installation.events(session).size()).boxed().toList());
    assertThat(installation.eventTypes(session).stream().filter("tool_intent"::equals)).hasSize(3);
    assertThat(installation.eventTypes(session).stream().filter("tool_result"::equals)).hasSize(3);
    assertThat(installation.events(session))
        .filteredOn(event -> event.required("type").equals("model_turn"))
        .hasSize(3)
        .extracting(event -> event.object("data").text("broken"))
        .as("each prompt begins as the one before")
        .containsOnlyNulls();
  }

  private List<String> toolResults() {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals("tool_result"))
        .map(event -> event.object("data").objects("content").getFirst())
        .map(part -> part.required("text"))
        .toList();
  }

  private List<ProcessHandle> remotes() {
    return installation.processes().stream()
        .filter(
            process -> process.info().commandLine().orElse("").contains("io.agentservice.remote"))
        .toList();
  }
}
