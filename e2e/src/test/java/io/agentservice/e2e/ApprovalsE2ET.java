package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.Query;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent asks before it pushes. Whatever is killed meanwhile, nothing is done without an approval
 * and nothing is done twice.
 */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class ApprovalsE2ET {
  private static final String COMMAND = "echo run >> runs.txt; git push || true";

  private static final String TRANSCRIPT =
      """
      {"name": "approvals", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command": "%s"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """
          .formatted(COMMAND);

  private static final Map<String, String> SHORT_GRACE =
      Map.of("AGENT_CONNECTION_GRACE_SECONDS", "3", "AGENT_CLAIM_TTL_SECONDS", "30");

  @TempDir private Path directory;
  private Installation installation;
  private Process worker;
  private String session;

  private void startUntilTheAgentAsks(Map<String, String> settings) throws Exception {
    installation = Installation.start(directory, settings);
    worker = installation.startWorker("worker-1");
    var file = Files.createTempFile(directory, "transcript", ".json");
    Files.writeString(file, TRANSCRIPT);
    var body = JsonObject.of("prompt", "Push it", "model", "replay:" + file, "approvals", "risky");
    session = sessions().create(body, null).id();
    installation.awaitStatus(session, "running", "waiting_for_approval");
  }

  private SessionClient sessions() {
    return installation.client().sessions(installation.org());
  }

  /** The request that waits for an answer. */
  private String asked() {
    var items = sessions().approvals(session, Query.NONE).items();
    assertThat(items).hasSize(1);
    assertThat(items.getFirst().object("input").text("command")).isEqualTo(COMMAND);
    return items.getFirst().required("event_id");
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  @Test
  void anApprovedCallRunsAndOneOfTwoPeopleIsTheFirst() throws Exception {
    startUntilTheAgentAsks(Map.of());
    assertThat(runs()).isEmpty();
    String asked = asked();

    sessions().approve(session, asked, false);
    assertThatThrownBy(() -> sessions().refuse(session, asked, "too late"))
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo("already_answered"));

    assertRunOnce();
  }

  @Test
  @Tag("nightly")
  void aRefusedCallDoesNotRun() throws Exception {
    startUntilTheAgentAsks(Map.of());
    sessions().refuse(session, asked(), "not on Fridays");
    assertNotRun("and says: not on Fridays");
  }

  @Test
  void aMessageTakesThePlaceOfTheAnswer() throws Exception {
    startUntilTheAgentAsks(Map.of());
    sessions().message(session, "rather not");
    assertNotRun("not approved this call but written");
  }

  @Test
  void serverKilledWhileTheAgentWaits() throws Exception {
    startUntilTheAgentAsks(Map.of());
    String asked = asked();
    installation.killServer();
    installation.startServer();
    installation.awaitStatus(session, "running", "waiting_for_approval");

    sessions().approve(session, asked, false);

    assertRunOnce();
  }

  @Test
  @Tag("nightly")
  void serverKilledRightAfterTheApproval() throws Exception {
    startUntilTheAgentAsks(Map.of());
    sessions().approve(session, asked(), false);
    installation.killServer();
    installation.startServer();

    assertRunOnce();
  }

  @Test
  @Tag("nightly")
  void serverKilledRightAfterTheRefusal() throws Exception {
    startUntilTheAgentAsks(Map.of());
    sessions().refuse(session, asked(), "no");
    installation.killServer();
    installation.startServer();

    assertNotRun("and says: no");
  }

  @Test
  @Tag("nightly")
  void workerAndRemoteKilledWhileTheAgentWaits() throws Exception {
    startUntilTheAgentAsks(SHORT_GRACE);
    String asked = asked();
    loseTheMachine();
    installation.awaitStatus(session, "running", "waiting_for_approval");

    sessions().approve(session, asked, false);

    assertRunOnce();
  }

  @Test
  @Tag("nightly")
  void anAnswerWhileTheMachineIsAwayCountsOnTheNextOne() throws Exception {
    startUntilTheAgentAsks(SHORT_GRACE);
    String asked = asked();
    worker.destroyForcibly().waitFor();
    remotes().forEach(ProcessHandle::destroyForcibly);
    installation.awaitStatus(session, "resuming", null);
    sessions().approve(session, asked, false);
    installation.startWorker("worker-2");

    assertRunOnce();
  }

  @Test
  void remoteKilledRightAfterTheApproval() throws Exception {
    startUntilTheAgentAsks(SHORT_GRACE);
    sessions().approve(session, asked(), false);
    remotes().forEach(ProcessHandle::destroyForcibly);

    installation.awaitStatus(session, "running", "finished");
    assertThat(runs()).hasSizeLessThanOrEqualTo(1);
    assertThat(data("tool_intent")).hasSize(2);
    assertThat(data("tool_result")).hasSize(2);
    assertThat(data("approval_requested")).hasSize(1);
  }

  @Test
  void anAnswerWakesASessionThatFellAsleepOverTheQuestion() throws Exception {
    startUntilTheAgentAsks(Map.of("AGENT_IDLE_SECONDS", "2"));
    installation.awaitStatus(session, "suspended", "inactivity");

    installation.await(
        "the machine to be free",
        () -> Programs.read(directory.resolve("worker-1.log")).contains("done with"));
    sessions().approve(session, asked(), false);

    installation.await("the call", () -> !runs().isEmpty());
    installation.await("the end", () -> data("finished").size() == 1);
    assertThat(runs()).containsExactly("run");
  }

  private void loseTheMachine() throws Exception {
    installation.startWorker("worker-2");
    worker.destroyForcibly().waitFor();
    remotes().forEach(ProcessHandle::destroyForcibly);
    installation.await("another machine", () -> data("machine_attached").size() == 2);
  }

  private void assertRunOnce() {
    installation.awaitStatus(session, "running", "finished");
    assertThat(runs()).containsExactly("run");
    assertThat(data("approval_requested")).hasSize(1);
    assertThat(data("approval_answered")).hasSize(1);
    assertThat(data("tool_intent")).hasSize(2);
    assertThat(data("tool_result")).hasSize(2);
  }

  private void assertNotRun(String told) {
    installation.awaitStatus(session, "running", "finished");
    assertThat(runs()).isEmpty();
    assertThat(data("approval_requested")).hasSize(1);
    assertThat(data("tool_intent")).as("only that of finish").hasSize(1);
    assertThat(data("tool_result").getFirst().objects("content").getFirst().required("text"))
        .startsWith("[not run]")
        .contains(told);
  }

  private List<String> runs() {
    try {
      var file = installation.work().resolve("runs.txt");
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<JsonObject> data(String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private List<ProcessHandle> remotes() {
    return installation.processes().stream()
        .filter(
            process -> process.info().commandLine().orElse("").contains("io.agentservice.remote"))
        .toList();
  }
}
