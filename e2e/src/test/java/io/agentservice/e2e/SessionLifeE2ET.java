package io.agentservice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.agentservice.client.http.Query;
import io.agentservice.wire.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions on a real server, worker and remote; only the model is a recording. */
@Timeout(300) // several programs start, one after the other
class SessionLifeE2ET {
  private static final String TWO_TASKS =
      """
      {"name": "two tasks", "model": "recorded", "turns": [
        {"text": "First.", "tool_calls": [{"name": "bash", "input": {"command": "echo first >> $AGENT_SESSION_ID.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "first done"}}]},
        {"text": "Second.", "tool_calls": [{"name": "bash", "input": {"command": "echo second >> $AGENT_SESSION_ID.txt"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "second done"}}]}]}
      """;

  private static final String LONG_COMMAND =
      """
      {"name": "long", "model": "recorded", "turns": [
        {"text": "Waiting.", "tool_calls": [{"name": "bash", "input": {"command": "sleep 3600", "timeout_seconds": 3600}}]}]}
      """;

  private static final String SOME_FILES =
      """
      {"name": "files", "model": "recorded", "turns": [
        {"tool_calls": [{"name": "bash", "input": {"command":
          "mkdir $AGENT_SESSION_ID && cd $AGENT_SESSION_ID && git init --quiet && echo 'out/' > .gitignore && mkdir out && echo new > 'ä b.txt' && ln -s /etc/passwd away"}}]},
        {"tool_calls": [{"name": "finish", "input": {"summary": "done"}}]}]}
      """;

  @TempDir static Path directory;
  private static Installation installation;

  @BeforeAll
  static void start() throws Exception {
    installation = Installation.start(directory, Map.of("AGENT_IDLE_SECONDS", "3600"));
    installation.startWorker("worker-1");
  }

  @AfterAll
  static void stop() {
    installation.close();
  }

  @Test
  void messageToAFinishedSessionContinuesIt() throws Exception {
    String id = installation.create("Do the first thing", TWO_TASKS);
    installation.awaitStatus(id, "running", "finished");
    assertThat(written(id)).containsExactly("first");

    var answer =
        installation.client().sessions(installation.org()).message(id, "Now the second").source();

    assertThat(answer.text("status_detail")).isEqualTo("working");
    installation.awaitStatus(id, "running", "finished");
    assertThat(written(id)).containsExactly("first", "second");
    assertThat(messages(id))
        .containsExactly("Do the first thing", "first done", "Now the second", "second done");
    terminate(id);
  }

  @Test
  void peopleSeeTheFilesOfAMachineWhileItIsConnectedAndNoneBesideThem() throws Exception {
    String id = installation.create("Make files", SOME_FILES);
    installation.awaitStatus(id, "running", "finished");
    var sessions = installation.client().sessions(installation.org());

    assertThat(sessions.files(id, "").objects("entries"))
        .anySatisfy(entry -> assertThat(entry.text("name")).isEqualTo(id));
    assertThat(sessions.files(id, id).objects("entries"))
        .extracting(
            entry -> entry.text("name"),
            entry -> entry.isTrue("changed"),
            entry -> entry.isTrue("ignored"))
        .containsExactly(
            tuple(".git", false, true),
            tuple(".gitignore", true, false),
            tuple("away", true, false),
            tuple("out", false, true),
            tuple("ä b.txt", true, false));
    assertThat(new String(sessions.readFile(id, id + "/ä b.txt"), UTF_8)).isEqualTo("new\n");
    assertThatThrownBy(() -> sessions.readFile(id, id + "/away"))
        .hasMessageContaining("not in the session");
    assertThatThrownBy(() -> sessions.readFile(id, "none")).hasMessageContaining("No such file");

    var listed = sessions.changes(id, "start");
    assertThat(listed.text("state")).isEqualTo("live");
    assertThat(listed.objects("repos").getFirst().text("path")).isEqualTo(id);
    assertThat(listed.objects("repos").getFirst().objects("files"))
        .extracting(file -> file.text("path"))
        .containsExactly(".gitignore", "away", "ä b.txt");
    assertThat(new String(sessions.patch(id, "start"), UTF_8))
        .contains("+++ b/" + id + "/ä b.txt", "+new");

    sessions.sleep(id);

    assertThatThrownBy(() -> sessions.files(id, "")).hasMessageContaining("machine");
    assertThat(sessions.changes(id, "start").text("state")).isEqualTo("stored");
    assertThat(new String(sessions.patch(id, "start"), UTF_8)).contains("+new");
    assertThatThrownBy(() -> sessions.patch(id, "head")).hasMessageContaining("machine");
    terminate(id);
  }

  @Test
  void aForkGoesOnFromWhatTheOtherHasSaidAndDone() throws Exception {
    String id = installation.create("Do the first thing", TWO_TASKS);
    installation.awaitStatus(id, "running", "finished");
    var sessions = installation.client().sessions(installation.org());

    var made = sessions.fork(id, null, "Now the second").source();

    String fork = made.required("session_id");
    assertThat(made.object("forked_from").text("session_id")).isEqualTo(id);
    terminate(id); // the only worker has one place
    installation.awaitStatus(fork, "running", "finished");
    assertThat(written(fork)).containsExactly("second");
    assertThat(messages(fork)).containsExactly("Now the second", "second done");
    terminate(fork);
  }

  @Test
  void sleepingSessionIsWokenByAMessageAndGoesOnFromItsLog() throws Exception {
    String id = installation.create("Do the first thing", TWO_TASKS);
    installation.awaitStatus(id, "running", "finished");
    var asleep = installation.client().sessions(installation.org()).archive(id).source();
    assertThat(asleep.text("status")).isEqualTo("suspended");
    assertThat(asleep.text("status_detail")).isEqualTo("user_request");
    installation.await(
        "the worker to release it", () -> installation.client().fleet().find(id).isEmpty());

    var woken =
        installation.client().sessions(installation.org()).message(id, "Now the second").source();

    assertThat(woken.text("status")).isEqualTo("resuming");
    assertThat(woken.isTrue("is_archived")).isFalse();
    installation.awaitStatus(id, "running", "finished");
    assertThat(written(id)).containsExactly("first", "second");
    terminate(id);
  }

  /** Item 35. */
  @Test
  void aFinishedSessionMakesRoomForTheNextAlthoughItsIdleTimeIsAnHour() throws Exception {
    String first = installation.create("Do the first thing", TWO_TASKS);
    installation.awaitStatus(first, "running", "finished");

    String second = installation.create("Do the first thing", TWO_TASKS);

    installation.awaitStatus(second, "running", "finished");
    installation.awaitStatus(first, "suspended", "inactivity");
    installation.client().sessions(installation.org()).message(first, "Now the second");
    installation.awaitStatus(first, "running", "finished");
    assertThat(written(first)).containsExactly("first", "second");
    installation.awaitStatus(second, "suspended", "inactivity");
    terminate(first);
    terminate(second);
  }

  @Test
  void terminatedSessionLeavesNoEntryAndNoCommandBehind() throws Exception {
    String id = installation.create("Wait for an hour", LONG_COMMAND);
    installation.awaitEvent(id, event -> event.required("type").equals("tool_intent"));
    installation.await("the command to run", () -> !sleepers().isEmpty());

    var ended = terminate(id);

    assertThat(ended.text("status")).isEqualTo("exit");
    installation.await("the entry to go", () -> installation.client().fleet().find(id).isEmpty());
    installation.await("the command to go", () -> sleepers().isEmpty());
    assertThat(
            installation
                .client()
                .sessions(installation.org())
                .terminate(id, false)
                .standing()
                .status())
        .isEqualTo("exit");
  }

  private static JsonObject terminate(String id) {
    return installation.client().sessions(installation.org()).terminate(id, false).source();
  }

  private static List<String> written(String id) throws Exception {
    return Files.readAllLines(installation.work().resolve(id + ".txt"));
  }

  private static List<String> messages(String id) {
    return installation
        .client()
        .sessions(installation.org())
        .messages(id, Query.NONE)
        .items()
        .stream()
        .map(message -> message.required("message"))
        .toList();
  }

  private static List<ProcessHandle> sleepers() {
    return installation.processes().stream()
        .filter(process -> process.info().commandLine().orElse("").endsWith("sleep 3600"))
        .toList();
  }
}
