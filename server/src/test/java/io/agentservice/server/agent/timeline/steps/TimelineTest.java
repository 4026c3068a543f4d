package io.agentservice.server.agent.timeline.steps;

import static io.agentservice.server.agent.timeline.Logs.answer;
import static io.agentservice.server.agent.timeline.Logs.bash;
import static io.agentservice.server.agent.timeline.Logs.call;
import static io.agentservice.server.agent.timeline.Logs.event;
import static io.agentservice.server.agent.timeline.Logs.intent;
import static io.agentservice.server.agent.timeline.Logs.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.ApprovalAnswer;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.InstructionFile;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.McpStanding;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.log.Skill;
import io.agentservice.server.agent.timeline.steps.Step.Kind;
import io.agentservice.server.agent.timeline.steps.Step.Status;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.wire.frames.ToServer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class TimelineTest {
  private final Timeline timeline = new Timeline();
  private long seq;

  private List<Step> add(LoopEvent event) {
    return timeline.add(event(++seq, event));
  }

  private List<Step> add(String type, String data) {
    return timeline.add(new Event(Id.create(SessionId.class), ++seq, 1, type, data, Instant.EPOCH));
  }

  private static JsonNode json(String text) {
    return Json.MAPPER.readTree(text);
  }

  private static String line(Step step) {
    return "%s %s: %s".formatted(step.kind().word(), step.status().word(), step.title());
  }

  /** An event by itself, and the lines of its steps. */
  private record Row(LoopEvent event, String... lines) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(
              new LoopEvent.MachineAttached("linux", "/home/x", false, null),
              "state ok: Machine connected: linux, in /home/x, no wall around it"),
          new Row(
              new LoopEvent.MachineAttached("linux", "/home/x", true, "sandbox"),
              "state ok: Another machine took over: linux, in /home/x, walled in"),
          new Row(
              new LoopEvent.Isolation("none", "no wall: no bubblewrap", List.of()),
              "state ok: no wall: no bubblewrap"),
          new Row(
              new LoopEvent.Isolation(
                  "bwrap",
                  "the network is this machine's",
                  List.of(new ToServer.Trial("write /usr", false, false))),
              "state ok: Walled in, but the network is this machine's. Tried behind the walls. Possible: nothing. Impossible: write /usr"),
          new Row(
              new LoopEvent.InstructionsRead(
                  List.of(new InstructionFile("/w/AGENTS.md", "/w", "Test", 0, false)),
                  List.of(new Skill("release", "How", "/s", true))),
              "note ok: Instructions: /w/AGENTS.md (of a repository without a permission), skill release"),
          new Row(
              new LoopEvent.SkillRead(new Skill("release", "How", "/s", true), "Tag it"),
              "note ok: Reads the skill release"),
          new Row(new LoopEvent.McpServer("files", McpStanding.STARTING, "cmd", List.of(), null)),
          new Row(
              new LoopEvent.McpServer("files", McpStanding.READY, null, List.of(tool()), null),
              "note ok: MCP server files: read file"),
          new Row(
              new LoopEvent.McpServer("files", McpStanding.UNAVAILABLE, null, List.of(), "it died"),
              "problem failed: The MCP server files is left out: it died"),
          new Row(
              new LoopEvent.NetworkDenied("x.test", 443, "it does not allow this name", 2),
              "problem failed: The network policy refused x.test:443 (2 tries): it does not allow this name"),
          new Row(
              new LoopEvent.UserMessage("event-1", "\n Mend it \nnow", "Ann", List.of(), List.of()),
              "message ok: Mend it"),
          new Row(new LoopEvent.AgentMessage("c", "Look at this"), "said ok: Look at this"),
          new Row(answer(new Part.Text("I look")), "said ok: I look"),
          new Row(
              answer(new Part.Thinking("Hm", "sig"), new Part.Text("I look")),
              "thought ok: Hm",
              "said ok: I look"),
          new Row(answer(bash("c", "make\ntest")), "command running: make"),
          new Row(answer(call("c", "view", "{\"path\":\"a.txt\"}")), "view running: a.txt"),
          new Row(
              answer(call("c", "browser", "{\"action\":\"click\",\"selector\":\"#go\"}")),
              "browser running: click · #go"),
          new Row(
              answer(
                  call(
                      "c",
                      "plan",
                      "{\"items\":[{\"text\":\"a\",\"status\":\"done\"},{\"text\":\"b\",\"status\":\"odd\"}]}")),
              "plan running: Plan, 1 of 2 done"),
          new Row(
              answer(call("c", "git_push", "{\"branch\":\"main\"}")),
              "tool running: git_push main"),
          new Row(answer(new Part.ToolUse("c", "bash", json("\"cut o\""))), "command running: "),
          new Row(answer(call("c", "ask", "{\"question\":\"Which?\"}"))),
          new Row(
              new LoopEvent.ModelAway("HTTP 503", 2, 4, 500, null),
              "problem failed: Model away: HTTP 503; try 2 of 4 in 0.5 s"),
          new Row(new LoopEvent.ModelChanged("m", null, null), "note ok: Asks m from here on"),
          new Row(new LoopEvent.ModelInterrupted(Usage.NONE, "m", BigDecimal.ONE)),
          new Row(
              new LoopEvent.Shortened(3, 100, Depth.RESULTS),
              "note ok: Old messages are shown to the model in short from here on"),
          new Row(
              new LoopEvent.Summarized(3, "so far", Usage.NONE, "m", BigDecimal.ONE),
              "note ok: The model goes on with a summary of its work: so far"),
          new Row(intent("unknown", "bash", null)),
          new Row(result("unknown", 0, "x")),
          new Row(
              new LoopEvent.PullRequestFound("https://h/o/r/pull/1", false),
              "note ok: Pull request: https://h/o/r/pull/1"),
          new Row(
              new LoopEvent.PullRequestFound("https://h/o/r/pull/1", true),
              "note ok: Pushed to https://h/o/r/pull/1"),
          new Row(
              new LoopEvent.RepositoryCheckout("o/r", "cmd", "https://h/o/r", "r", "b"),
              "state running: Checks out o/r of https://h/o/r"),
          new Row(
              new LoopEvent.RepositoryUnavailable("o/r", "gone", "o/r is gone"),
              "problem failed: o/r is gone"),
          new Row(
              new LoopEvent.RepositorySkipped("o/r", "o/r is left out"),
              "state ok: o/r is left out"),
          new Row(new LoopEvent.WorkBegun(List.of())),
          new Row(new LoopEvent.WorkSaved("d", "t", null, null, null, 1, null)),
          new Row(
              new LoopEvent.WorkRestored("web", null),
              "state ok: Brought the work in web from the machine before"),
          new Row(
              new LoopEvent.WorkRestored("web", "no room"),
              "problem failed: The work in web could not be brought to this machine: no room"),
          new Row(new LoopEvent.WorkUnknown("no git"), "problem failed: no git"),
          new Row(
              new LoopEvent.WorkChanged("web", null, "t", 1, 2, 3, 4, null, null, List.of()),
              "note ok: Changed web: 1 file, +2 −3."),
          new Row(
              new LoopEvent.JobStarted("server", "cmd", "npm start", false),
              "note ok: The job server runs in the background: npm start"),
          new Row(
              new LoopEvent.JobEnded("server", "cmd", "exited", 3, 1500, 2, "x"),
              "problem failed: The job server has ended with exit code 3 after 1.5 s"),
          new Row(
              new LoopEvent.Released("c", "message", "2026-01-02T03:04:05Z"),
              "state ok: The agent waits for you until 2026-01-02 03:04:05 UTC at most, and gives its machine back"),
          new Row(
              new LoopEvent.Divergence("other call"),
              "problem failed: Differs from the transcript: other call"),
          new Row(
              new LoopEvent.GuardrailHit("e", "g", "No keys", "secret", "blocked", "k", "a key", 1),
              "problem failed: Guardrail No keys (blocked): a key"),
          new Row(
              new LoopEvent.GuardrailHit("e", "g", "No keys", "secret", "logged", "k", "a key", 1),
              "note ok: Guardrail No keys (logged): a key"),
          new Row(new LoopEvent.GuardrailJudged("g", Usage.NONE, "m", BigDecimal.ONE)),
          new Row(
              new LoopEvent.ApprovalRequested(
                  "a", "c", "bash", json("{\"command\":\"git push\"}"), List.of("push"), null),
              "approval running: bash asks by the rule push"),
          new Row(
              new LoopEvent.ApprovalAnswered("gone", ApprovalAnswer.REFUSED, "no", "Ann"),
              "note ok: Refused by Ann: no"),
          new Row(new LoopEvent.OutputNoted("c", json("{}"))),
          new Row(new LoopEvent.Nudge("Go on"), "note ok: Go on"),
          new Row(new LoopEvent.Waiting("Which one?", null), "question ok: Which one?"),
          new Row(new LoopEvent.Waiting(" ", null)),
          new Row(new LoopEvent.Interrupted(), "state interrupted: The agent was interrupted"),
          new Row(new LoopEvent.Finished("Done.\nAll", null), "finished ok: Done."),
          new Row(new LoopEvent.LimitReached("d", "limit"), "problem failed: limit"),
          new Row(new LoopEvent.Suspended("c", "away"), "problem failed: away"),
          new Row(new LoopEvent.Failure("c", "broken"), "problem failed: broken"));

  @TestFactory
  List<DynamicTest> eachKindOfEventIsToldOf() {
    return TABLE.stream()
        .map(row ->
            DynamicTest.dynamicTest(
                row.event().getClass().getSimpleName(),
                () ->
                    assertThat(new Timeline().add(event(7, row.event())))
                        .extracting(TimelineTest::line)
                        .containsExactly(row.lines())))
        .toList();
  }

  @Test
  void everyKindOfEventIsInTheTable() {
    assertThat(TABLE.stream().<Class<?>>map(row -> row.event().getClass()).distinct().toList())
        .containsAll(leaves(LoopEvent.class));
  }

  private static McpTool tool() {
    return new McpTool("mcp__files__read_file", "read file", "Reads", json("{}"), true);
  }

  private static List<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses())
            .flatMap(of -> leaves(of).stream())
            .filter(of -> of != LoopEvent.RepositoryReady.class) // by its checkout, below
            .<Class<?>>map(of -> of)
            .toList()
        : List.of(type);
  }

  @Test
  void aCallIsOneStepFromTheAnswerToItsResult() {
    var asked = add(answer(new Part.Text("Now"), bash("c", "make\ntest"))).getLast();
    assertThat(asked.id()).isEqualTo("e1-1");
    assertThat(asked.begun()).isFalse();
    assertThat(timeline.stepOf("c")).isEqualTo("e1-1");

    var begun = add(intent("c", "bash", null)).getFirst();
    assertThat(begun.begun()).isTrue();

    var ended = add(result("c", 2, "no rule")).getFirst();
    assertThat(ended.id()).isEqualTo("e1-1");
    assertThat(ended.status()).isEqualTo(Status.FAILED);
    assertThat(ended.facts().exitCode()).isEqualTo(2);
    assertThat(ended.facts().output()).isEqualTo("no rule\n");
    assertThat(ended.body()).isEqualTo("make\ntest");
    assertThat(ended.durationMillis()).isEqualTo(700);
    assertThat(ended.seq()).isEqualTo(1);
    assertThat(ended.lastSeq()).isEqualTo(3);
    assertThat(timeline.stepOf("c")).isNull();
  }

  @Test
  void theStartOfASessionLeadsToItUnlessItWasRefused() {
    add(
        answer(
            call("a", "start_session", "{\"prompt\":\"Write tests\",\"name\":\"tests\"}"),
            call("b", "start_session", "{\"prompt\":\"Write docs\"}")));
    var facts = json("{\"session_id\":\"agent-1\",\"name\":\"tests\"}");
    for (String callId : List.of("a", "b")) {
      var begun = add(intent(callId, "start_session", facts));
      assertThat(begun.getFirst().facts().childId()).isEqualTo("agent-1");
    }

    var started = add(new LoopEvent.ToolResult("a", List.of(), false, null, 0, 0, null));
    var refused = add(new LoopEvent.ToolResult("b", List.of(), true, null, 0, 0, null));

    assertThat(line(started.getFirst())).isEqualTo("child ok: tests · Write tests");
    assertThat(started.getFirst().facts().childId()).isEqualTo("agent-1");
    assertThat(refused.getFirst().facts().childId()).isNull();
  }

  @Test
  void aCallThatWasCutOffSaysSo() {
    add(answer(bash("a", "sleep 9"), bash("b", "x"), bash("c", "y"), bash("d", "z")));
    var interrupted =
        new LoopEvent.ToolResult(
            "a",
            List.of(new Part.Text("half"), new Part.Text("[interrupted by the user]")),
            false,
            null,
            9,
            0,
            null);
    assertThat(add(interrupted).getFirst().status()).isEqualTo(Status.INTERRUPTED);
    assertThat(add(error("b", "[not run: the user has ended the turn]")).getFirst().status())
        .isEqualTo(Status.INTERRUPTED);
    assertThat(add(error("c", "[outcome unknown] The machine")).getFirst().status())
        .isEqualTo(Status.UNKNOWN);
    assertThat(add(error("d", "No such tool")).getFirst().status()).isEqualTo(Status.FAILED);
  }

  private static LoopEvent.ToolResult error(String call, String text) {
    return new LoopEvent.ToolResult(call, List.of(new Part.Text(text)), true, null, 0, 0, null);
  }

  @Test
  void whatATurnLeftOpenIsNotRunningAnyMore() {
    add(answer(bash("a", "make")));
    assertThat(add(new LoopEvent.Interrupted()))
        .extracting(TimelineTest::line)
        .containsExactly(
            "command interrupted: make", "state interrupted: The agent was interrupted");

    add(answer(bash("b", "make")));
    assertThat(add("status", "{\"status\":\"suspended\",\"status_detail\":\"inactivity\"}"))
        .extracting(TimelineTest::line)
        .containsExactly("state ok: suspended: inactivity");
    assertThat(add("status", "{\"status\":\"exit\"}"))
        .extracting(TimelineTest::line)
        .containsExactly("state ok: exit", "command interrupted: make");
  }

  @Test
  void whatARunningSessionDoesIsNoStep() {
    assertThat(add("status", "{\"status\":\"running\",\"status_detail\":\"working\"}")).isEmpty();
    assertThat(add("status", "{\"status\":\"running\",\"status_detail\":\"finished\"}")).isEmpty();
    assertThat(add("status", "{\"status\":\"resuming\"}"))
        .extracting(TimelineTest::line)
        .containsExactly("state ok: resuming");
  }

  @Test
  void anAnswerTakesThePlaceOfTheQuestionForApproval() {
    add(answer(bash("c", "git push")));
    var input = json("{\"command\":\"git push\"}");
    var asked =
        add(new LoopEvent.ApprovalRequested("a", "c", "bash", input, List.of("push"), null))
            .getFirst();
    assertThat(asked.body()).isEqualTo("git push");

    var steps = add(new LoopEvent.ApprovalAnswered("a", ApprovalAnswer.REFUSED, "not now", "Ann"));

    assertThat(steps.getFirst().id()).isEqualTo(asked.id());
    assertThat(steps.getFirst().status()).isEqualTo(Status.FAILED);
    assertThat(steps.getFirst().facts().user()).isEqualTo("Ann");
    assertThat(steps.getLast().title()).isEqualTo("Refused by Ann: not now");
  }

  @Test
  void whatCameOfACheckoutTakesItsPlace() {
    add(new LoopEvent.Nudge("first"));
    var begun = add(new LoopEvent.RepositoryCheckout("o/r", "cmd-7", "https://h/o/r", "r", "b"));
    assertThat(timeline.stepOf("cmd-7")).isEqualTo(begun.getFirst().id());

    var ready =
        add(new LoopEvent.RepositoryReady("o/r", "/w/r", "b", "abc", true, List.of())).getFirst();

    assertThat(ready.id()).isEqualTo("e2");
    assertThat(ready.seq()).isEqualTo(2);
    assertThat(ready.lastSeq()).isEqualTo(3);
    assertThat(ready.status()).isEqualTo(Status.OK);
    assertThat(timeline.stepOf("cmd-7")).isNull();
  }

  @Test
  void theFirstStepOfAnAnswerSaysWhatItCost() {
    var steps = add(answer(new Part.Text("Now"), bash("c", "make")));
    assertThat(steps.getFirst().facts().cost().dollars()).isEqualTo("0.5");
    assertThat(steps.getLast().facts().cost()).isNull();

    add(answer(call("d", "message", "{\"text\":\"hello\"}")));
    assertThat(add(new LoopEvent.UserMessage("event-1", "hi", null, List.of(), List.of())))
        .extracting(step -> step.facts().cost())
        .containsOnlyNulls();
    assertThat(add(new LoopEvent.AgentMessage("d", "hello")).getFirst().facts().cost().usage())
        .isEqualTo(new Usage(100, 20, 300, 40));
  }

  @Test
  void aSpeakingToolIsAStepOnlyWhenItFails() {
    assertThat(add(answer(call("a", "message", "{}")))).isEmpty();
    assertThat(add(intent("a", "message", null))).isEmpty();
    assertThat(add(error("a", "The input needs text")))
        .extracting(TimelineTest::line)
        .containsExactly("tool failed: message");
  }

  @Test
  void aTurnsStepsNameTheEventThatItBeganWith() {
    assertThat(add(new LoopEvent.Nudge("a")).getFirst().turn()).isEqualTo(1);
    assertThat(add(answer(new Part.Text("b"))).getFirst().turn()).isEqualTo(2);
    assertThat(add(new LoopEvent.Nudge("c")).getFirst().turn()).isEqualTo(2);
  }

  @Test
  void whatCannotBeReadIsAProblemAndWhatIsNotForPeopleIsNothing() {
    assertThat(add("tool_result", "[]").getFirst().kind()).isEqualTo(Kind.PROBLEM);
    assertThat(add("created", "{}")).isEmpty();
    assertThat(add("network_policy", "{\"text\":\"no network\"}"))
        .extracting(TimelineTest::line)
        .containsExactly("state ok: no network");
  }

  @Test
  void aTitleIsOneLineOfAtMost200Characters() {
    String title =
        add(new LoopEvent.Nudge("a\u00a0\tb " + "\ud83d\ude00".repeat(300))).getFirst().title();
    assertThat(title).startsWith("a").endsWith("\u2026");
    assertThat(title.codePointCount(0, title.length())).isEqualTo(200);
  }
}
