package io.agentservice.server.agent.loop.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.LocalMachine;
import io.agentservice.server.agent.loop.log.Jobs;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.mcp.McpServers;
import io.agentservice.server.testing.Await;
import io.agentservice.wire.frames.ToRemote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Timeout(200)
class JobToolsTest {
  @TempDir private Path directory;
  private final Toolbox tools = toolbox(List.of("jobs"));
  private final Jobs jobs = new Jobs();
  private LocalMachine machine;
  private LocalMachine.Connection connection;
  private Redactor redactor = Redactor.NONE;
  private int calls;

  private static Toolbox toolbox(List<String> capabilities) {
    return new Toolbox(
        new FinishTool(null, true, false),
        capabilities,
        Map.of(),
        List.of(),
        Lookups.NONE,
        false,
        McpServers::new);
  }

  @BeforeEach
  void open() {
    machine = new LocalMachine(directory);
    connection = machine.connect();
  }

  @AfterEach
  void close() {
    machine.close();
  }

  private ToolContext context() {
    return new ToolContext(
        connection,
        redactor,
        null,
        null,
        jobs,
        ChildSessions.NONE,
        Skills.NONE,
        null,
        null,
        _ -> {});
  }

  private Tool.Call call(String name, Map<String, Object> input) {
    var json = new Input(JsonMapper.shared().convertValue(input, ObjectNode.class));
    var facts = tools.find(name).prepare(json, context());
    return new Tool.Call("event-" + calls++, json, facts);
  }

  private Outcome run(String name, Map<String, Object> input) {
    return taken(tools.find(name).run(call(name, input), context()));
  }

  private Outcome taken(Outcome outcome) {
    if (outcome.effect() instanceof Outcome.Start start) {
      jobs.add(start.job());
    }
    return outcome;
  }

  private String text(String name, Map<String, Object> input) {
    return text(run(name, input));
  }

  private static String text(Outcome outcome) {
    return ((Part.Text) outcome.content().getFirst()).text();
  }

  private Outcome start(String name, String command) {
    return run("bash", Map.of("command", command, "background", true, "name", name));
  }

  @Test
  void aCommandInTheBackgroundReturnsAtOnceWithItsFirstOutput() {
    var outcome = start("server", "echo ready; sleep 300");

    assertThat(text(outcome))
        .isEqualTo("ready\n[runs in the background as the job server; 6 bytes of output so far]");
    assertThat(outcome.error()).isFalse();
    assertThat(outcome.effect())
        .isEqualTo(
            new Outcome.Start(
                new LoopEvent.JobStarted("server", "event-0", "echo ready; sleep 300", true)));
  }

  @Test
  void aCommandInTheBackgroundThatEndsAtOnceIsNoJob() {
    var outcome = start("server", "echo no such port; exit 3");

    assertThat(text(outcome)).isEqualTo("no such port\n[exit code 3]");
    assertThat(outcome.effect()).isNull();
  }

  @Test
  void aCommandThatTakesTooLongGoesOnInTheBackgroundWhereTheCallSaysSo() throws Exception {
    var outcome =
        run(
            "bash",
            Map.of(
                "command", "echo a; until [ -e go ]; do sleep 0.05; done; echo b",
                "timeout_seconds", 1,
                "on_timeout", "background"));

    assertThat(text(outcome))
        .isEqualTo(
            "a\n[not over after 1 s: runs in the background as the job job-1; 2 bytes of output so far]");
    Files.writeString(directory.resolve("go"), "");
    Await.until(() -> text("job_output", Map.of("job", "job-1")).contains("has ended"));
    assertThat(text("job_output", Map.of("job", "job-1")))
        .isEqualTo("a\nb\n[bytes 0 to 4 of 4. It has ended with exit code 0.]");
  }

  @Test
  void outputIsReadFromAPlaceOnAndSaysWhereItGoesOn() {
    start("counter", "seq 1 5000; sleep 300");
    Await.until(() -> text("job_output", Map.of("job", "counter")).contains("\n5000\n"));

    var first = text("job_output", Map.of("job", "counter", "since", 0));
    assertThat(first)
        .startsWith("1\n2\n")
        .endsWith("[bytes 0 to 9999 of 23893. It goes on at since 9999. It runs.]");
    assertThat(text("job_output", Map.of("job", "counter", "since", 9999)))
        .endsWith("[bytes 9999 to 19998 of 23893. It goes on at since 19998. It runs.]");
    assertThat(text("job_output", Map.of("job", "counter")))
        .endsWith("\n5000\n[bytes 13893 to 23893 of 23893. It runs.]");
  }

  @Test
  void aSecretIsMaskedWhereverItsOutputIsReadFrom() {
    redactor = Redactor.of(Map.of("TOKEN", "s3cret-value"));
    start("leak", "echo before s3cret-value after; sleep 300");
    Await.until(() -> text("job_output", Map.of("job", "leak")).contains("after"));

    for (int since = 0; since < 30; since++) {
      assertThat(text("job_output", Map.of("job", "leak", "since", since)))
          .as("since %d", since)
          .doesNotContain("value", "3cre");
    }
    assertThat(text("job_output", Map.of("job", "leak", "since", 12)))
        .startsWith("[secret:TOKEN] after\n");
  }

  @Test
  void noCharacterIsTornByThePlaceOfARead() {
    start("umlaut", "printf 'ä%.0s' $(seq 1 6000); echo; sleep 300");
    Await.until(() -> text("job_output", Map.of("job", "umlaut")).contains("of 12001"));

    assertThat(text("job_output", Map.of("job", "umlaut", "since", 3)))
        .startsWith("ää")
        .doesNotContain("\uFFFD")
        .contains("[bytes 2 to ");
  }

  @Test
  void aJobTakesInputAndAnswers() {
    start("echo", "while read -r line; do echo \"got $line\"; done; echo closed");

    assertThat(text("job_input", Map.of("job", "echo", "text", "one\n"))).startsWith("got one\n");
    assertThat(text("job_input", Map.of("job", "echo", "text", "two\n", "end", true)))
        .startsWith("got two\n");
    Await.until(() -> text("job_output", Map.of("job", "echo")).contains("closed"));
    assertThat(run("job_input", Map.of("job", "echo", "text", "three\n")).error()).isTrue();
  }

  @Test
  void aJobThatBeganInTheForegroundTakesNoInput() {
    run("bash", Map.of("command", "sleep 300", "timeout_seconds", 1, "on_timeout", "background"));

    assertThatThrownBy(() -> run("job_input", Map.of("job", "job-1", "text", "x")))
        .hasMessageContaining("takes no input");
  }

  @Test
  void aJobIsStoppedGentlyAndAllThatItStartedWithIt() throws Exception {
    start(
        "server",
        "trap '' INT; trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.1; done");

    assertThat(text("job_stop", Map.of("job", "server"))).startsWith("up\n").contains("bye\n");
    assertThat(text("job_stop", Map.of("job", "server"))).as("again").contains("bye\n");
  }

  @Test
  void aJobThatHearsNothingIsKilled() {
    start("deaf", "trap '' INT TERM; while :; do sleep 0.1; done");

    assertThat(text("job_stop", Map.of("job", "deaf"))).contains("It was stopped.");
  }

  @Test
  void jobsAreBoundedAndTheirNamesToldApart() {
    for (int i = 0; i < Jobs.MOST_RUNNING; i++) {
      jobs.add(new LoopEvent.JobStarted("job-" + i, "event-x" + i, "true", true));
    }
    assertThatThrownBy(() -> start("more", "true")).hasMessageContaining("16 jobs run");
    jobs.add(new LoopEvent.JobEnded("job-3", "event-x3", "exited", 0, 1, 0, ""));
    assertThatThrownBy(() -> start("job-4", "true")).hasMessageContaining("A job job-4 runs");
    assertThatThrownBy(() -> start("a/b", "true")).hasMessageContaining("letters");
    assertThat(text(start("job-3", "sleep 300"))).contains("as the job job-3");
    assertThatThrownBy(() -> run("job_output", Map.of("job", "nobody")))
        .hasMessageContaining("There is no job nobody");
  }

  @Test
  void jobsAreListed() {
    assertThat(text("job_list", Map.of())).isEqualTo("There are no jobs.");
    start("server", "sleep 300");
    jobs.add(new LoopEvent.JobStarted("build", "event-9", "make\nall", false));
    jobs.add(new LoopEvent.JobEnded("build", "event-9", "exited", 2, 1, 0, ""));

    assertThat(text("job_list", Map.of()))
        .isEqualTo("server runs: sleep 300\nbuild has ended with exit code 2: make all");
  }

  @Test
  void aStartThatACrashHasCutOffIsTakenUpAndNeverDoneTwice() {
    var call = call("bash", Map.of("command", "echo x >> runs; sleep 300", "background", true));
    var bash = tools.find("bash");
    assertThat(text(bash.recover(call, context()))).startsWith("[outcome unknown]");
    bash.run(call, context());

    var again = taken(bash.recover(call, context()));

    assertThat(again.effect()).isInstanceOf(Outcome.Start.class);
    assertThat(directory.resolve("runs")).hasContent("x");
  }

  @Test
  void aMachineOfBeforeJobsHasNone() {
    var before = toolbox(List.of());
    assertThat(before.find("job_output")).isNull();
    assertThat(before.find("bash").spec().inputSchema().toString()).doesNotContain("background");
    var input =
        new Input(
            JsonMapper.shared().createObjectNode().put("command", "a").put("background", true));
    assertThatThrownBy(() -> before.find("bash").prepare(input, context()))
        .hasMessageContaining("has no jobs");
  }

  @Test
  void aJobThatHasWrittenMoreThanIsKeptIsSaidToLoseTheRest() {
    long kept = ToRemote.ReadOutput.MOST_KEPT;

    assertThat(JobOutputTool.words(new JobOutput("x\n", kept - 2, kept, kept, null)))
        .contains("what it writes from here on is lost");
    assertThat(JobOutputTool.words(new JobOutput("x\n", 0, 2, 2, null))).doesNotContain("lost");
  }
}
