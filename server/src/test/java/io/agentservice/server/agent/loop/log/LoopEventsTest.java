package io.agentservice.server.agent.loop.log;

import static io.agentservice.server.testing.JsonText.fields;
import static io.agentservice.server.testing.JsonText.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.llm.Part;
import io.agentservice.llm.PromptPrint;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.wire.frames.ToServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoopEventsTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** One of each kind, each member given at least once, and what may be null also null. */
  private static List<LoopEvent> events() {
    return Stream.concat(courses().stream(), ends().stream()).toList();
  }

  private static final ToServer.Trial TRIAL = new ToServer.Trial("write /usr", false, false);

  private static LoopEvent.ModelTurn turn(JsonNode input) {
    return new LoopEvent.ModelTurn(
        List.of(
            new Part.Thinking("hm", "sealed"),
            new Part.Text("I look"),
            new Part.ToolUse("call-2", "bash", input),
            new Part.ToolUse(
                "call-4",
                "bash",
                input,
                JSON.readTree(json("google", fields("thought_signature", "c2ln"))))),
        Stop.TOOL_USE,
        new Usage(10, 20, 30, 40),
        "model-1",
        new BigDecimal("0.000125"),
        1500,
        new PromptPrint("0a", "0b", 7, "0c"),
        "shortened");
  }

  private static List<LoopEvent> courses() {
    var input = JSON.readTree(json("command", "make"));
    var usage = new Usage(10, 20, 0, 0);
    return List.of(
        new LoopEvent.MachineAttached("linux", "/srv/repo", true, null),
        new LoopEvent.Isolation("bwrap", null, List.of(TRIAL)),
        new LoopEvent.Isolation("none", "no bubblewrap", List.of()),
        new LoopEvent.NetworkDenied("example.com", 443, "it does not allow this name", 2),
        Messages.plain("event-1", "Fix it", "ann"),
        Messages.plain("event-2", "Now", null),
        new LoopEvent.AgentMessage("call-1", "On it"),
        turn(input),
        new LoopEvent.ModelAway("503", 3, null, 8000, 900_000L),
        new LoopEvent.ModelAway("nonsense", 2, 4, 500, null),
        new LoopEvent.ModelChanged("openai:m", "model_unreachable", "503"),
        new LoopEvent.ApprovalRequested(
            "event-5", "call-2", "bash", input, List.of("make"), "a quote is not closed"),
        new LoopEvent.ApprovalRequested("event-5", "call-2", "bash", input, List.of("make"), null),
        new LoopEvent.ApprovalAnswered("event-5", ApprovalAnswer.REFUSED, "no", "ann"),
        new LoopEvent.ApprovalAnswered("event-5", ApprovalAnswer.WITHDRAWN, null, null),
        new LoopEvent.ModelInterrupted(usage, "model-1", new BigDecimal("0.01")),
        new LoopEvent.Shortened(12, 500, Depth.RESULTS),
        new LoopEvent.Summarized(8, "Found it", usage, "model-1", new BigDecimal("0.01")),
        new LoopEvent.ToolIntent("call-2", "event-3", "bash", input, null, null),
        new LoopEvent.ToolIntent("call-3", "event-4", "edit", input, input, "run-1"),
        new LoopEvent.ToolResult(
            "call-2", List.of(new Part.Text("ok\n[exit code 0]")), false, 0, 12, 34, "whole"),
        new LoopEvent.ToolResult(
            "call-3", List.of(new Part.Image("image/png", "AAAA")), true, null, 0, 0, null),
        new LoopEvent.PullRequestFound("https://git.corp/o/r/pull/7", true),
        new LoopEvent.RepositoryCheckout(
            "acme/web", "event-6", "https://git.corp/acme/web.git", "web", "agent/1-fix"),
        new LoopEvent.RepositoryReady(
            "acme/web", "/srv/web", "agent/1-fix", "abc", true, List.of("no submodule x")),
        new LoopEvent.RepositoryReady("acme/empty", "/srv/empty", null, null, false, List.of()),
        new LoopEvent.RepositoryUnavailable("acme/web", "host_down", "acme/web: it is down"),
        new LoopEvent.RepositorySkipped("acme/web", "acme/web is not checked out"),
        new LoopEvent.JobStarted("server", "event-7", "npm start", true),
        new LoopEvent.JobEnded("server", "event-7", "exited", 1, 1200, 34, "bye\n"),
        new LoopEvent.JobEnded("job-2", "event-8", "lost", null, 0, 0, ""),
        new LoopEvent.Divergence("turn 2: exit code 1 instead of 0"),
        new LoopEvent.GuardrailHit(
            "event-5", "no-push", "No pushes", "command", "blocked", "git push", "it matches", 1),
        new LoopEvent.GuardrailJudged("polite", usage, "model-1", new BigDecimal("0.01")),
        new LoopEvent.Nudge("call", About.NO_CALL));
  }

  private static List<LoopEvent> ends() {
    return List.of(
        new LoopEvent.Nudge("think"),
        new LoopEvent.Waiting("Which one?", null),
        new LoopEvent.Waiting(null, Bound.STEPS),
        new LoopEvent.Interrupted(),
        new LoopEvent.Finished("done", JSON.readTree("{\"n\":1}")),
        new LoopEvent.Finished("done", null),
        new LoopEvent.OutputNoted("call-1", JSON.readTree("{\"n\":1}")),
        new LoopEvent.LimitReached("usage_limit_exceeded", "10 ACU are used up"),
        new LoopEvent.Suspended("model_unreachable", "503"),
        new LoopEvent.Failure("internal", "oops"));
  }

  private static List<LoopEvent> workEvents() {
    var schema = JSON.readTree(json("type", "object"));
    var tool = new McpTool("mcp__files__read_file", "read file", "Reads", schema, true);
    return List.of(
        new LoopEvent.McpServer("files", McpStanding.STARTING, "event-9", List.of(), null),
        new LoopEvent.McpServer("files", McpStanding.READY, null, List.of(tool), null),
        new LoopEvent.McpServer("files", McpStanding.UNAVAILABLE, null, List.of(), "it died"),
        new LoopEvent.InstructionsRead(
            List.of(new InstructionFile("/w/AGENTS.md", "/w", "Test it", 3, false)),
            List.of(new Skill("release", "How to", "~/.agents/skills/release/SKILL.md", true))),
        new LoopEvent.SkillRead(new Skill("release", "How to", "/s/SKILL.md", true), "Tag it"),
        new LoopEvent.WorkBegun(
            List.of(new WorkTree(".", "abc", "def"), new WorkTree("web", null, "4b8"))),
        new LoopEvent.WorkChanged(
            "web", "abc", "def", 3, 20, 10, 1234, "attachment-1", "https://x/y", List.of("a note")),
        new LoopEvent.WorkChanged(".", null, "4b8", 0, 0, 0, 0, null, null, List.of()),
        new LoopEvent.WorkSaved("web", "def", "abc", "main", "fed", 1234, "attachment-1"),
        new LoopEvent.WorkSaved(".", "def", null, null, null, 1234, null),
        new LoopEvent.WorkRestored("web", null),
        new LoopEvent.WorkRestored("web", "there are changes in it"),
        new LoopEvent.WorkUnknown("git failed"),
        new LoopEvent.Released("call-5", "time", "2026-01-02T03:04:05Z"));
  }

  private static String golden() throws IOException {
    try (var in = LoopEventsTest.class.getResourceAsStream("events.golden")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
  }

  @Test
  void aTurnOfALogFromBeforeDollarsCostsNothing() {
    var turn =
        "{\"parts\":[],\"stop\":\"end_turn\",\"usage\":{},\"model\":\"m\",\"acus\":0.5,\"duration_millis\":1}";
    var summary = "{\"kept\":8,\"summary\":\"s\",\"usage\":{},\"model\":\"m\",\"acus\":0.5}";

    assertThat(LoopEvents.read("model_turn", turn))
        .isInstanceOfSatisfying(
            LoopEvent.ModelTurn.class, event -> assertThat(event.dollars()).isZero());
    assertThat(LoopEvents.read("context_summarized", summary))
        .isInstanceOfSatisfying(
            LoopEvent.Summarized.class, event -> assertThat(event.dollars()).isZero());
  }

  @Test
  void theStoredFormDoesNotChange() throws IOException {
    var stored =
        Stream.concat(events().stream(), workEvents().stream())
            .map(event -> LoopEvents.type(event) + " " + LoopEvents.data(event) + "\n")
            .collect(Collectors.joining());
    assertThat(stored).isEqualTo(golden());
  }

  @Test
  void whatIsStoredIsReadBack() {
    var all = new ArrayList<>(events());
    all.addAll(workEvents());
    for (var event : all) {
      var back = LoopEvents.read(LoopEvents.type(event), LoopEvents.data(event));
      assertThat(back).isEqualTo(event);
    }
  }

  @Test
  void eventsOfOtherFeaturesAreNotOurs() {
    assertThat(LoopEvents.read("claimed", "{}")).isNull();
  }

  @Test
  void dataOfAnotherFormIsRefused() {
    assertThatThrownBy(() -> LoopEvents.read("model_turn", "{\"parts\":7}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an event model_turn that can't be read");
  }

  @Test
  void theCharacterThatTheDatabaseCanNotStoreIsReplaced() {
    var data = LoopEvents.data(new LoopEvent.Nudge("a\0b \\u0000"));
    assertThat(data).isEqualTo("{\"text\":\"a\uFFFDb \\\\u0000\"}");
  }

  @Test
  void mappingReachesEveryTextAndDropsThoughtsThatWouldChange() {
    var turn =
        new LoopEvent.ModelTurn(
            List.of(
                new Part.Thinking("s3cret", "sealed"),
                new Part.Thinking("plain", "sealed"),
                new Part.ToolUse(
                    "c",
                    "bash",
                    JSON.readTree(json("command", List.of("echo s3cret"))),
                    JSON.readTree(json("sealed", "c2ln")))),
            Stop.TOOL_USE,
            Usage.NONE,
            "m",
            BigDecimal.ZERO,
            0,
            null,
            null);

    var mapped =
        (LoopEvent.ModelTurn) LoopEvents.mapTexts(turn, text -> text.replace("s3cret", "***"));

    assertThat(mapped.parts())
        .containsExactly(
            new Part.Thinking("plain", "sealed"),
            new Part.ToolUse(
                "c",
                "bash",
                JSON.readTree(json("command", List.of("echo ***"))),
                JSON.readTree(json("sealed", "c2ln"))));
  }
}
