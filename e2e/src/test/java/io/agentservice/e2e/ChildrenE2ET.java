package io.agentservice.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is killed while an agent starts others and waits for them: each is made once, each call
 * has one result, and nobody is forgotten.
 */
@Tag("crashes")
@Timeout(300) // several programs start, one after the other
class ChildrenE2ET {
  private static final Map<String, String> SETTINGS =
      Map.of("AGENT_CONNECTION_GRACE_SECONDS", "3", "AGENT_CLAIM_TTL_SECONDS", "30");

  /** Workers, each with room for one session. */
  private int places = 4;

  /** Three at work beside their parent, one of which asks it. */
  private static final String TASK =
      """
      {"name": "three", "model": "recorded", "turns": [
        {"tool_calls": [
          {"name": "start_session", "input": {"name": "one", "prompt": "Do one"}},
          {"name": "start_session", "input": {"name": "two", "prompt": "Do two"}},
          {"name": "start_session", "input": {"name": "three", "prompt": "Ask, then do three"}}]},
        {"tool_calls": [{"name": "wait", "input": {"session": "three"}}]},
        {"expect": [{"tool": "wait", "error": false, "contains": ["The session three asks", "Which?"]}],
         "tool_calls": [{"name": "message_session", "input": {"session": "three", "text": "That"}}]},
        {"tool_calls": [{"name": "wait", "input": {"session": "one"}}, {"name": "wait", "input": {"session": "two"}},
                        {"name": "wait", "input": {"session": "three"}}]},
        {"expect": [{"tool": "wait", "contains": ["The session one has finished"]},
                    {"tool": "wait", "contains": ["The session two has finished"]},
                    {"tool": "wait", "contains": ["The session three has finished"]}],
         "tool_calls": [{"name": "finish", "input": {"summary": "All three are done."}}]}],
       "children": {
        "one": {"turns": [{"tool_calls": [{"name": "bash", "input": {"command": "echo one >> done.txt"}}]},
                          {"tool_calls": [{"name": "finish", "input": {"summary": "One."}}]}]},
        "two": {"turns": [{"tool_calls": [{"name": "bash", "input": {"command": "until [ -e go ]; do sleep 0.1; done; echo two >> done.txt"}}]},
                          {"tool_calls": [{"name": "finish", "input": {"summary": "Two."}}]}]},
        "three": {"turns": [{"tool_calls": [{"name": "ask", "input": {"question": "Which?"}}]},
                            {"tool_calls": [{"name": "bash", "input": {"command": "echo three >> done.txt"}}]},
                            {"tool_calls": [{"name": "finish", "input": {"summary": "Three."}}]}]}}}
      """;

  @TempDir private Path directory;
  private Installation installation;
  private Process worker;
  private String session;

  private void start(Map<String, String> settings) throws Exception {
    installation = Installation.start(directory, settings);
    worker = installation.startWorker("worker-1");
    for (int i = 2; i <= places; i++) {
      installation.startWorker("worker-" + i);
    }
    session = installation.create("Have three do it", TASK);
  }

  private void awaitCall(String tool) {
    installation.awaitEvent(
        session,
        event ->
            event.required("type").equals("tool_intent")
                && event.object("data").required("tool").equals(tool));
  }

  private void letThemGoOn() throws Exception {
    Files.createFile(installation.work().resolve("go"));
  }

  @AfterEach
  void stop() {
    installation.close();
  }

  private List<JsonObject> data(String type) {
    return installation.events(session).stream()
        .filter(event -> event.required("type").equals(type))
        .map(event -> event.object("data"))
        .toList();
  }

  private List<String> children() {
    return installation.session(session).list("child_session_ids").stream()
        .map(String::valueOf)
        .toList();
  }

  private void assertAllIsDoneOnce() throws Exception {
    installation.await(
        "the end of the parent's task",
        () -> Objects.equals(installation.session(session).text("outcome"), "finished"));
    assertThat(children()).hasSize(3);
    assertThat(children())
        .allSatisfy(
            child -> assertThat(installation.session(child).text("outcome")).isEqualTo("finished"));
    assertThat(Files.readAllLines(installation.work().resolve("done.txt")))
        .containsExactlyInAnyOrder("one", "two", "three");
    assertThat(data("divergence")).isEmpty();
    assertThat(data("tool_intent")).hasSize(9);
    assertThat(data("tool_result")).hasSize(9);
    assertThat(data("model_turn")).hasSize(5);
  }

  @Test
  @Tag("nightly")
  void serverKilledWhileSessionsAreStarted() throws Exception {
    start(Map.of());
    awaitCall("start_session");
    installation.killServer();
    installation.startServer();
    letThemGoOn();

    assertAllIsDoneOnce();
  }

  @Test
  @Tag("nightly")
  void serverKilledWhileTheAgentWaitsForAQuestion() throws Exception {
    start(Map.of());
    awaitCall("wait");
    installation.killServer();
    letThemGoOn();
    installation.startServer();

    assertAllIsDoneOnce();
  }

  @Test
  @Tag("nightly")
  void serverKilledWhileAMessageIsSent() throws Exception {
    start(Map.of());
    awaitCall("message_session");
    installation.killServer();
    installation.startServer();
    letThemGoOn();

    assertAllIsDoneOnce();
  }

  /** With one place the parent has to give its machine to those that it waits for. */
  @Test
  @Tag("nightly")
  void workerKilledWhileTheParentSleeps() throws Exception {
    places = 1;
    start(SETTINGS);
    installation.awaitEvent(session, event -> event.required("type").equals("machine_released"));
    worker.destroyForcibly().waitFor();
    installation.processes().stream()
        .filter(
            process -> process.info().commandLine().orElse("").contains("io.agentservice.remote"))
        .forEach(ProcessHandle::destroyForcibly);
    letThemGoOn();
    worker = installation.startWorker("worker-2");

    installation.await(
        "the end of the parent's task",
        () -> Objects.equals(installation.session(session).text("outcome"), "finished"));
    assertThat(children()).hasSize(3);
    assertThat(data("tool_result")).hasSize(9);
  }

  @Test
  void theEndOfTheParentEndsAllAndLeavesNoProcess() throws Exception {
    start(Map.of());
    awaitCall("wait");
    installation.await("the children", () -> children().size() == 3);

    installation.client().sessions(installation.org()).terminate(session, false);

    installation.await(
        "the end of the children",
        () ->
            children().stream()
                .allMatch(
                    child -> Objects.equals(installation.session(child).text("status"), "exit")));
    installation.await(
        "the end of the remotes",
        () ->
            installation.processes().stream()
                .noneMatch(process ->
                    process.info().commandLine().orElse("").contains("io.agentservice.remote")));
  }
}
