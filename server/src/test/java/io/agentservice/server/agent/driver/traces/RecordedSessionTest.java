package io.agentservice.server.agent.driver.traces;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.sessions.parts.Host;
import io.agentservice.server.engine.sessions.parts.Requester;
import io.agentservice.server.engine.sessions.parts.Session;
import io.agentservice.server.engine.sessions.parts.Task;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Spans by what is written, and by what stands in the log. */
class RecordedSessionTest {
  private static final SessionId ID = Id.create(SessionId.class);
  private static final Instant START = Instant.parse("2026-11-27T10:00:00Z");

  private final List<FinishedSpan> spans = new ArrayList<>();
  private Instant now = START;
  private long seq;

  private static Session session() {
    return new Session(
        ID,
        new AccountId("account-1"),
        new OrgId("org-1"),
        new Session.Standing(Status.RUNNING, null, null, false, null, null, null, 1),
        Requester.by("api"),
        Task.PLAIN,
        false,
        Host.ANY,
        new Session.Usage(null, new BigDecimal("1.50"), BigDecimal.ZERO),
        new Session.Results(null, List.of(), List.of(), null, null),
        START,
        START);
  }

  private RecordedSession recorded(boolean texts) {
    return new RecordedSession(
        new Outlet(session(), new Outlet.Choice(1, texts), spans::add),
        RecordedSessionTest::session,
        () -> now);
  }

  private void passes(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private void past(RecordedSession trace, String type, String data) {
    seq++;
    trace.past(new Event(ID, seq, 1, type, data, now));
  }

  private void past(RecordedSession trace, LoopEvent event) {
    past(trace, LoopEvents.type(event), LoopEvents.data(event));
  }

  private static LoopEvent attached() {
    return new LoopEvent.MachineAttached("linux", "/srv", false, null);
  }

  private static LoopEvent.UserMessage message() {
    return new LoopEvent.UserMessage("event-1", "Do it", null, List.of(), List.of());
  }

  private static LoopEvent.ToolIntent intent(String id) {
    var input = JsonMapper.shared().readTree(json("command", "make"));
    return new LoopEvent.ToolIntent(id, "event-of-" + id, "bash", input, null, null);
  }

  private static LoopEvent.ToolResult result(String id, boolean error, String text) {
    return new LoopEvent.ToolResult(id, List.of(new Part.Text(text)), error, null, 5, 0, null);
  }

  private static LoopEvent.ModelTurn turn() {
    return new LoopEvent.ModelTurn(
        List.of(new Part.Text("On it")),
        Stop.TOOL_USE,
        new Usage(1, 20, 300, 4000),
        "gpt-5-2026",
        new BigDecimal("0.25"),
        1500,
        null,
        null);
  }

  /** Waited for a machine for 7 s, and has it. */
  private void woken(RecordedSession trace) {
    trace.begin();
    past(trace, "created", "{\"event_id\":\"event-1\"}");
    passes(7);
    past(trace, "status", "{\"status\":\"running\",\"status_detail\":\"working\"}");
  }

  private FinishedSpan one(String name) {
    return spans.stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aCallThatAnotherModelTakesOverSaysWhyItFailed() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(attached());
    trace.asks("openai:gpt-5");
    trace.answered();
    trace.saw(new LoopEvent.ModelChanged("other", "model_auth", "the key is wrong"));
    trace.asks("openai:other");
    trace.answered();
    trace.saw(turn());

    assertThat(one("chat gpt-5").error()).isEqualTo("model_auth");
    assertThat(one("chat other").error()).isNull();
  }

  @Test
  void aDatabaseThatFailsAtTheEndOfAStretchHindersNobody() {
    var trace =
        new RecordedSession(
            new Outlet(session(), new Outlet.Choice(1, false), spans::add),
            () -> {
              throw new IllegalStateException("canceling statement");
            },
            () -> now);
    woken(trace);
    trace.saw(attached());
    trace.saw(new LoopEvent.Waiting("What now?", null));

    assertThat(one("invoke_agent").attributes()).doesNotContainKey("agent.acus");
  }

  @Test
  void aStretchBeginsWhenTheSessionIsWokenAndItsWaitForAMachineIsAPartOfIt() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(attached());
    trace.saw(message());
    passes(3);
    trace.saw(new LoopEvent.Waiting("What now?", null));

    var agent = one("invoke_agent");
    assertThat(agent.start()).isEqualTo(START);
    assertThat(agent.end()).isEqualTo(START.plusSeconds(10));
    assertThat(one("agent.queue").parentId()).isEqualTo(agent.spanId());
    assertThat(one("agent.queue").end()).isEqualTo(START.plusSeconds(7));
    assertThat(agent.attributes())
        .containsEntry("agent.acus", 1.5)
        .doesNotContainKeys("gen_ai.input.messages", "gen_ai.output.messages");
  }

  @Test
  void aCallOfAModelLastsAsLongAsItIsAskedWhateverIsDoneUntilItIsWritten() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(message());
    trace.asks("openai:gpt-5");
    passes(4);
    trace.answered();
    passes(9);
    trace.saw(turn());

    var chat = one("chat gpt-5");
    assertThat(chat.outward()).isTrue();
    assertThat(chat.end()).isEqualTo(chat.start().plusSeconds(4));
    assertThat(chat.attributes())
        .containsEntry("gen_ai.usage.input_tokens", 4301L)
        .containsEntry("gen_ai.usage.cache_read.input_tokens", 300L)
        .containsEntry("gen_ai.usage.cache_creation.input_tokens", 4000L)
        .containsEntry("gen_ai.response.model", "gpt-5-2026");
  }

  @Test
  void callsOfToolsSayHowTheyFailed() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(message());
    for (String id : List.of("a", "b", "c", "d")) {
      trace.saw(intent(id));
    }
    trace.saw(result("a", true, "no such file"));
    trace.saw(result("b", true, "[outcome unknown] a crash"));
    trace.saw(result("c", true, "[interrupted by the user]"));
    trace.saw(new LoopEvent.Suspended("guardrail", "no"));

    assertThat(spans)
        .extracting(FinishedSpan::error)
        .containsExactly("tool_error", "outcome_unknown", "interrupted", "guardrail", "guardrail");
    assertThat(spans).extracting(FinishedSpan::reason).containsOnlyNulls();
  }

  @Test
  void whatAnotherServerBeganEndsHereAndWhatItEndedIsNotSentAgain() {
    var first = recorded(false);
    woken(first);
    first.saw(attached());
    first.saw(message());
    first.saw(intent("a"));
    first.saw(result("a", false, "made"));
    first.saw(intent("b"));
    var before = List.copyOf(spans);
    spans.clear();
    now = START;
    var next = recorded(false);
    woken(next);
    for (var event : List.of(attached(), message(), intent("a"), result("a", false, "made"))) {
      past(next, event);
    }
    past(next, intent("b"));
    passes(60);
    next.saw(attached());
    next.saw(result("b", false, "made"));
    next.saw(new LoopEvent.Finished("done", null));

    assertThat(spans)
        .extracting(FinishedSpan::name)
        .containsExactly("execute_tool bash", "invoke_agent");
    assertThat(one("invoke_agent").spanId()).isEqualTo(before.getFirst().parentId());
    assertThat(one("execute_tool bash").parentId()).isEqualTo(before.getFirst().parentId());
    assertThat(one("execute_tool bash").end())
        .isEqualTo(one("execute_tool bash").start().plusSeconds(60));
    assertThat(one("invoke_agent").attributes()).containsEntry("agent.tool_calls", 2L);
  }

  @Test
  void eachTurnIsAStretchOfItsOwn() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(message());
    trace.saw(new LoopEvent.Waiting("And?", null));
    passes(3600);
    trace.saw(message());
    trace.saw(new LoopEvent.Waiting("And?", null));

    assertThat(spans).extracting(FinishedSpan::spanId).doesNotHaveDuplicates().hasSize(2);
    assertThat(spans.getLast().start()).isEqualTo(now);
  }

  @Test
  void aSleepInTheMiddleOfATurnPartsItInTwo() {
    var trace = recorded(false);
    woken(trace);
    trace.saw(message());
    trace.saw(intent("wait"));
    trace.rests(Status.SUSPENDED);
    var sleeping = one("invoke_agent");
    passes(3600);
    past(trace, "status", "{\"status\":\"resuming\",\"status_detail\":null}");
    past(trace, "status", "{\"status\":\"running\",\"status_detail\":\"working\"}");
    trace.saw(attached());
    trace.saw(result("wait", false, "it is time"));
    trace.saw(new LoopEvent.Finished("done", null));

    assertThat(spans.getLast().spanId()).isNotEqualTo(sleeping.spanId());
    assertThat(spans.getLast().start()).isEqualTo(now);
    assertThat(one("execute_tool bash").parentId()).isEqualTo(sleeping.spanId());
  }

  @Test
  void textsGoAlongWhenTheyAreAskedFor() {
    var trace = recorded(true);
    woken(trace);
    trace.saw(message());
    trace.asks("openai:gpt-5");
    trace.saw(new LoopEvent.ModelAway("it is busy", 2, null, 1000, 60_000L));
    trace.asks("openai:gpt-5");
    trace.saw(turn());
    trace.saw(intent("a"));
    trace.saw(result("a", false, "made"));
    trace.saw(new LoopEvent.Finished("All is made", null));

    assertThat(spans.getFirst().reason()).isEqualTo("it is busy");
    assertThat(spans.get(1).attributes().get("gen_ai.output.messages").toString())
        .contains("On it");
    assertThat(one("execute_tool bash").attributes())
        .containsEntry("gen_ai.tool.call.arguments", "{\"command\":\"make\"}")
        .containsEntry("gen_ai.tool.call.result", "made");
    var agent = one("invoke_agent").attributes();
    assertThat(agent.get("gen_ai.input.messages").toString()).contains("Do it");
    assertThat(agent.get("gen_ai.output.messages").toString()).contains("All is made");
  }

  @Test
  void aCallerThatRecordsNoTraceHasNone() {
    var trace = recorded(false);
    trace.begin();
    past(
        trace,
        "created",
        json("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"));
    trace.saw(message());
    trace.saw(new LoopEvent.Waiting("What now?", null));

    assertThat(spans).isEmpty();
  }
}
