package io.agentservice.server.agent.loop.history;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.Script;
import io.agentservice.server.agent.loop.log.Depth;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.LoopEvents;
import io.agentservice.server.agent.loop.log.Messages;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final SessionId SESSION = Id.create(SessionId.class);

  static LoopEvent.ModelTurn turn(Part... parts) {
    return new LoopEvent.ModelTurn(
        List.of(parts), Stop.TOOL_USE, new Usage(10, 5, 0, 0), "m", BigDecimal.ZERO, 1, null, null);
  }

  static Part.ToolUse use(String id) {
    return new Part.ToolUse(id, "bash", Script.json(json("command", "make")));
  }

  static LoopEvent.ToolResult result(String id, String text, boolean error) {
    return new LoopEvent.ToolResult(id, List.of(new Part.Text(text)), error, 0, 1, 0, null);
  }

  private static LoopEvent.ToolIntent intent(String id) {
    return new LoopEvent.ToolIntent(id, "event-" + id, "bash", use(id).input(), null, null);
  }

  private static LoopEvent.UserMessage user(String text) {
    return Messages.plain("event-u", text, null);
  }

  private static List<Event> log(LoopEvent... events) {
    var log = new ArrayList<Event>();
    for (var event : events) {
      log.add(
          new Event(
              SESSION,
              log.size() + 1L,
              3,
              LoopEvents.type(event),
              LoopEvents.data(event),
              Instant.EPOCH));
    }
    return log;
  }

  private static History of(LoopEvent... events) {
    var read = History.of(log(events)::forEach, (_, _) -> {});
    var live = new History();
    Arrays.stream(events).forEach(event -> live.add(event, 3));
    assertThat(read.messages()).isEqualTo(live.messages());
    assertThat(read.openCalls()).isEqualTo(live.openCalls());
    assertThat(read.idle()).isEqualTo(live.idle());
    assertThat(read.characters()).isEqualTo(live.characters());
    return read;
  }

  @Test
  void resultsComeInTheOrderOfTheCallsAndAheadOfMessages() {
    var history =
        of(
            user("go"),
            turn(use("a"), use("b")),
            intent("a"),
            user("hurry"),
            result("b", "B", true),
            result("a", "A", false));

    assertThat(history.messages())
        .containsExactly(
            ChatMessage.user("go"),
            ChatMessage.assistant(List.of(use("a"), use("b"))),
            ChatMessage.user(
                Part.ToolResult.text("a", "A", false),
                Part.ToolResult.text("b", "B", true),
                new Part.Text("hurry")));
    assertThat(history.idle()).isFalse();
  }

  @Test
  void callsWithoutResultAreOpenWithTheirIntent() {
    var history =
        of(
            user("go"),
            turn(use("a")),
            intent("a"),
            result("a", "A", false),
            turn(use("b"), use("c"), use("d")),
            intent("b"),
            result("b", "B", false),
            intent("c"));

    assertThat(history.openCalls())
        .containsExactly(
            new History.OpenCall(use("c"), intent("c")), new History.OpenCall(use("d"), null));
  }

  @Test
  void theEndOfATurnClosesItsCallsAndAMessageReopensTheSession() {
    var ended = of(user("go"), turn(use("a")), new LoopEvent.Suspended("model_unreachable", "x"));
    assertThat(ended.idle()).isTrue();
    assertThat(ended.openCalls()).isEmpty();

    var woken =
        of(
            user("go"),
            turn(use("a")),
            new LoopEvent.Suspended("model_unreachable", "x"),
            user("again"));
    assertThat(woken.idle()).isFalse();
    assertThat(woken.openCalls()).isEmpty();
    assertThat(woken.messages().getLast().parts())
        .containsExactly(
            Part.ToolResult.text("a", "[not run: the turn ended before it]", true),
            new Part.Text("again"));
  }

  @Test
  void anEmptyTurnLeavesNoMessage() {
    var history = of(user("go"), turn(), new LoopEvent.Nudge("Go on."));

    assertThat(history.messages())
        .containsExactly(
            ChatMessage.user(new Part.Text("go"), new Part.Text("[From the service] Go on.")));
  }

  @Test
  void aNewMachineIsMentionedToTheModel() {
    var history =
        of(
            new LoopEvent.MachineAttached("linux", "/", false, null),
            user("go"),
            new LoopEvent.MachineAttached("linux", "/", true, null));

    assertThat(history.messages().getLast().parts()).hasSize(2);
    assertThat(history.resumedBy(3)).isFalse();
    assertThat(history.resumedBy(4)).isTrue();
    assertThat(of().resumedBy(4)).isFalse();
  }

  @Test
  void nothingIsToBeDoneBeforeTheFirstMessage() {
    assertThat(of(new LoopEvent.MachineAttached("linux", "/", false, null)).idle()).isTrue();
  }

  @Test
  void fromAnEventOnOldResultsAreShortAndTheNewestAreNot() {
    var events = new ArrayList<LoopEvent>();
    events.add(user("go"));
    for (int i = 0; i < 30; i++) {
      events.add(turn(use("c" + i)));
      events.add(result("c" + i, "x".repeat(1000), false));
    }
    events.add(new LoopEvent.Shortened(12, 250, Depth.RESULTS));

    var history = of(events.toArray(LoopEvent[]::new));

    assertThat(textOfResult(history, 2)).hasSizeLessThan(400).contains("left out to save space");
    assertThat(textOfResult(history, 46)).hasSizeLessThan(400);
    assertThat(textOfResult(history, 50)).hasSize(1000);
    assertThat(history.characters()).isBetween(10_000L, 30_000L);
  }

  @Test
  void aMessageThatWaitsForTheModelCanBeShortenedAsTheLastResort() {
    var history = of(user("x".repeat(600_000)));
    var last = new LoopEvent.Shortened(0, 1_000, Depth.ALL);

    assertThat(history.savedBy(last)).isGreaterThan(590_000);
    history.add(last, 1);

    assertThat(history.characters()).isLessThan(2_000);
    assertThat(of(user("x".repeat(600_000)), last).messages()).isEqualTo(history.messages());
  }

  private static String textOfResult(History history, int message) {
    var result = (Part.ToolResult) history.messages().get(message).parts().getFirst();
    return ((Part.Text) result.content().getFirst()).text();
  }

  @Test
  void aLongLogIsReadWhole() {
    var events = new ArrayList<LoopEvent>();
    events.add(user("go"));
    for (int i = 0; i < 3333; i++) {
      events.add(turn(use("c" + i)));
      events.add(intent("c" + i));
      events.add(result("c" + i, "x".repeat(500), false));
    }

    assertThat(of(events.toArray(LoopEvent[]::new)).messages()).hasSize(1 + 2 * 3333);
  }
}
