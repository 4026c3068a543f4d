package io.agentservice.server.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.server.agent.loop.LocalMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools as a replay calls them: real commands, and nothing beyond the machine. */
class ReplayedToolsTest {
  @TempDir private Path directory;
  private LocalMachine machine;
  private ReplayedTools tools;

  @BeforeEach
  void connect() throws Exception {
    directory = directory.toRealPath();
    machine = new LocalMachine(directory);
    tools = new ReplayedTools(machine.connect(), "/srv/then", InstantSource.system());
  }

  @AfterEach
  void close() {
    machine.close();
  }

  @Test
  void commandsRunWithTheirResultsInTheWordsOfTheTool() {
    var result = tools.run("bash", "{\"command\": \"echo out; exit 3\"}");

    assertThat(result.text()).isEqualTo("out\n[exit code 3]");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.error()).isFalse();
    assertThat(machine.forgotten).hasSize(1);
  }

  @Test
  void theWorkingDirectoryOfThenIsTheOneOfNow() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "hello\n");

    var result = tools.run("bash", "{\"command\": \"cat /srv/then/a.txt; echo /srv/thence\"}");

    assertThat(result.text()).isEqualTo("hello\n/srv/thence\n[exit code 0]");
  }

  @Test
  void filesAreEditedAndViewed() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "one\n");

    var edited =
        tools.run(
            "edit",
            "{\"path\": \"/srv/then/a.txt\", \"old_text\": \"one\", \"new_text\": \"two\"}");

    assertThat(edited.error()).as(edited.text()).isFalse();
    assertThat(directory.resolve("a.txt")).hasContent("two");
    assertThat(tools.run("view", "{\"path\": \"a.txt\"}").text()).contains("two");
    assertThat(tools.run("view", "{\"path\": 7}").error()).as("as it was refused then").isTrue();
  }

  @Test
  void jobsAreKnownFromOneCallToTheNext() {
    var begun =
        tools.run("bash", "{\"command\": \"sleep 50\", \"background\": true, \"name\": \"s\"}");
    var listed = tools.run("job_list", "{}");
    var stopped = tools.run("job_stop", "{\"job\": \"s\"}");

    assertThat(begun.text()).contains("the job s");
    assertThat(listed.text()).contains("s");
    assertThat(stopped.error()).as(stopped.text()).isFalse();
  }

  @Test
  void whatChangesSomethingElsewhereIsNotRun() {
    assertThat(ReplayedTools.taken("git_push", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("create_pull_request", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("fetch", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("start_session", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("message", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("browser", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("docs__lookup", "{}")).isNotNull();
    assertThat(ReplayedTools.taken("bash", "{\"command\": \"cd x && git push\"}"))
        .contains("git push");
    assertThat(ReplayedTools.taken("job_input", "{\"text\": \"npm publish\\n\"}")).isNotNull();
    assertThat(ReplayedTools.taken("wait", "{\"session\": \"any\"}")).isNotNull();
    assertThat(ReplayedTools.taken("wait", "{\"seconds\": 86400}")).isNotNull();

    assertThat(ReplayedTools.taken("bash", "{\"command\": \"git commit -m push\"}")).isNull();
    assertThat(ReplayedTools.taken("wait", "{\"seconds\": 3}")).isNull();
    assertThat(ReplayedTools.taken("wait", "{\"job\": \"s\"}")).isNull();
    assertThat(ReplayedTools.taken("edit", "{}")).isNull();
  }

  @Test
  void recordedResultsSayWhetherTheyHaveAnOutcome() {
    assertThat(recorded("ok").cutOff()).isNull();
    assertThat(recorded("[outcome unknown] It stopped").cutOff()).isNotNull();
    assertThat(recorded("[not run: the user has ended the turn]").cutOff()).isNotNull();
    assertThat(recorded("[not run] The guardrail forbids it").cutOff()).isNotNull();
    assertThat(recorded("out\\n[interrupted by the user]").cutOff()).as("in the text").isNull();
  }

  private static CallResult recorded(String text) {
    return CallResult.recorded(
        """
        {"call_id": "a", "content": [{"type": "text", "text": "%s"}], "error": false, "duration_millis": 1, "cut_characters": 0}
        """
            .formatted(text));
  }
}
