package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is killed while a job runs and the agent waits for it: nothing is done twice, nothing is
 * lost, and nothing of it is left ten seconds after the session.
 */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class JobsE2ET {
  private static final Map<String, String> SHORT_GRACE =
      Map.of("AGENT_CONNECTION_GRACE_SECONDS", "3", "AGENT_CLAIM_TTL_SECONDS", "30");

  private static final long ORPHANED_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** No other process sleeps as long as this job does at its end. */
  private final String sleep = "sleep " + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);

  @TempDir private Path directory;
  private Installation installation;
  private Process worker;
  private String session;

  /** Where the server is away, nothing shortens the grace time: the remote would end the job. */
  private void startUntilTheAgentWaits(Map<String, String> settings) throws Exception {
    installation = Installation.start(directory, settings);
    worker = installation.startWorker("worker-1");
    session =
        installation.create(
            "Run a server beside its tests",
            """
            {"name": "jobs", "model": "recorded", "turns": [
              {"tool_calls": [{"name": "bash", "input": {"background": true, "name": "server", "command":
                "echo run >> runs.txt; until [ -e go ]; do sleep 0.1; done; echo ready; %s"}}]},
              {"tool_calls": [{"name": "wait", "input": {"job": "server", "pattern": "^ready$"}}]},
              {"tool_calls": [{"name": "job_list", "input": {}}]},
              {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
            """
                .formatted(sleep));
    installation.awaitEvent(
        session,
        event ->
            event.required("type").equals("tool_intent")
                && event.object("data").required("tool").equals("wait"));
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  @Test
  @Tag("nightly")
  void serverKilled() throws Exception {
    startUntilTheAgentWaits(Map.of());
    installation.killServer();
    letTheJobBeReady();
    installation.startServer();

    assertTheAgentSawTheServer();
    assertNothingIsLeftOfTheSession();
  }

  @Test
  void workerKilled() throws Exception {
    startUntilTheAgentWaits(SHORT_GRACE);
    worker.destroyForcibly().waitFor();
    letTheJobBeReady();

    assertTheAgentSawTheServer();
    assertNothingIsLeftOfTheSession();
  }

  @Test
  void remoteKilled() throws Exception {
    startUntilTheAgentWaits(SHORT_GRACE);
    remotes().forEach(ProcessHandle::destroyForcibly);
    letTheJobBeReady();

    installation.awaitStatus(session, "running", "finished");
    assertThat(results().get(1)).contains("The job server is");
    assertThat(data("job_ended"))
        .singleElement()
        .satisfies(ended -> assertThat(ended.required("outcome")).isEqualTo("lost"));
    assertBegunOnce();
    assertThat(jobs()).as("after the remote that had started it").isEmpty();
    assertNothingIsLeftOfTheSession();
  }

  private void letTheJobBeReady() throws Exception {
    Files.createFile(installation.work().resolve("go"));
  }

  private void assertTheAgentSawTheServer() throws Exception {
    installation.awaitStatus(session, "running", "finished");
    assertThat(results().get(0)).contains("runs in the background as the job server");
    assertThat(results().get(1)).contains("The job server wrote: ready");
    assertThat(results().get(2)).contains("server runs");
    assertThat(data("job_ended")).isEmpty();
    assertThat(jobs()).isNotEmpty();
    assertBegunOnce();
  }

  private void assertBegunOnce() throws Exception {
    assertThat(Files.readAllLines(installation.work().resolve("runs.txt"))).containsExactly("run");
    assertThat(data("job_started")).hasSize(1);
    assertThat(data("tool_intent")).hasSize(4);
    assertThat(data("tool_result")).hasSize(4);
  }

  private void assertNothingIsLeftOfTheSession() {
    installation.client().sessions(installation.org()).terminate(session, false);
    long end = System.nanoTime() + ORPHANED_NANOS;
    installation.await("the end of the job", () -> jobs().isEmpty());
    assertThat(System.nanoTime()).isLessThan(end);
  }

  private List<JsonObject> data(String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private List<String> results() {
    return data("tool_result").stream()
        .map(data -> data.objects("content").getFirst().required("text"))
        .toList();
  }

  private List<ProcessHandle> jobs() {
    return ProcessHandle.allProcesses().filter(process -> runs(process, sleep)).toList();
  }

  private List<ProcessHandle> remotes() {
    return installation.processes().stream()
        .filter(process -> runs(process, "io.agentservice.remote"))
        .toList();
  }

  private static boolean runs(ProcessHandle process, String what) {
    return process.info().commandLine().orElse("").contains(what);
  }
}
