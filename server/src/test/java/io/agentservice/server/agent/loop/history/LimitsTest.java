package io.agentservice.server.agent.loop.history;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Part;
import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.Script;
import io.agentservice.server.agent.loop.log.Bound;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.log.Messages;
import io.agentservice.server.agent.loop.session.LoopSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private final Limits limits =
      new Limits(new LoopSettings.Bounds(30, 10_000, Duration.ofHours(1)));
  private int call;

  private void message() {
    limits.observe(Messages.plain("event-1", "go", null), NOON);
  }

  private void step(String command, String result, boolean error) {
    var id = "call-" + call++;
    var input = Script.json(json("command", command));
    limits.observe(HistoryTest.turn(new Part.ToolUse(id, "bash", input)), NOON);
    limits.observe(HistoryTest.result(id, result, error), NOON);
  }

  private @Nullable LoopEvent verdict() {
    var verdict = limits.verdict(NOON);
    if (verdict != null) {
      limits.observe(verdict, NOON);
    }
    return verdict;
  }

  private static Bound bound(@Nullable LoopEvent event) {
    assertThat(event).isInstanceOf(LoopEvent.Waiting.class);
    return ((LoopEvent.Waiting) event).bound();
  }

  @Test
  void stepsAreCountedFromTheLastMessage() {
    message();
    for (int i = 0; i < 29; i++) {
      step("c" + i, "r" + i, false);
      assertThat(verdict()).isNull();
    }
    step("last", "r", false);
    assertThat(bound(verdict())).isEqualTo(Bound.STEPS);

    message();
    assertThat(verdict()).isNull();
  }

  @Test
  void tokensAreCounted() {
    message();
    var usage = new Usage(1000, 2000, 3000, 4000);
    limits.observe(
        new LoopEvent.ModelTurn(
            List.of(new Part.Text("x")), Stop.END_TURN, usage, "m", BigDecimal.ZERO, 1, null, null),
        NOON);
    assertThat(bound(verdict())).isEqualTo(Bound.TOKENS);
  }

  @Test
  void timeRunsFromTheLastMessage() {
    message();
    assertThat(limits.verdict(NOON.plus(Duration.ofMinutes(59)))).isNull();
    assertThat(bound(limits.verdict(NOON.plus(Duration.ofMinutes(60))))).isEqualTo(Bound.TIME);
  }

  @Test
  void whoWaitsDoesNotWork() {
    message();
    limits.observe(
        HistoryTest.turn(new Part.ToolUse("call-w", "wait", Script.json(json("seconds", 1800)))),
        NOON);
    limits.observe(
        new LoopEvent.ToolResult("call-w", List.of(), false, null, 1_800_000, 0, null), NOON);
    assertThat(limits.verdict(NOON.plus(Duration.ofMinutes(89)))).isNull();
    assertThat(bound(limits.verdict(NOON.plus(Duration.ofMinutes(90))))).isEqualTo(Bound.TIME);
  }

  @Test
  void theSameCallWithTheSameResultIsNudgedOnceThenAsked() {
    message();
    step("make", "boom", false);
    step("make", "boom", false);
    assertThat(verdict()).isNull();
    step("make", "boom", false);
    assertThat(verdict()).isInstanceOf(LoopEvent.Nudge.class);
    step("make", "boom", false);
    assertThat(verdict()).isNull();
    step("make", "boom", false);
    assertThat(bound(verdict())).isEqualTo(Bound.REPETITION);
  }

  @Test
  void pollingThatSeesSomethingNewIsNoCircle() {
    message();
    for (int i = 0; i < 20; i++) {
      step("status", i + " %", false);
      assertThat(verdict()).isNull();
    }
  }

  @Test
  void alternationIsACircle() {
    message();
    for (int i = 0; i < 3; i++) {
      assertThat(verdict()).isNull();
      step("a", "1", false);
      step("b", "2", false);
    }
    assertThat(verdict()).isInstanceOf(LoopEvent.Nudge.class);
  }

  @Test
  void errorsWithoutEndAreNudgedThenAsked() {
    message();
    for (int i = 0; i < 6; i++) {
      assertThat(verdict()).isNull();
      step("c" + i, "e" + i, true);
    }
    assertThat(verdict()).isInstanceOf(LoopEvent.Nudge.class);
    for (int i = 6; i < 12; i++) {
      assertThat(verdict()).isNull();
      step("c" + i, "e" + i, true);
    }
    assertThat(bound(verdict())).isEqualTo(Bound.REPETITION);
  }

  @Test
  void whoGotOutOfACircleIsNudgedAgainInTheNext() {
    message();
    for (int i = 0; i < 3; i++) {
      step("make", "boom", false);
    }
    assertThat(verdict()).isInstanceOf(LoopEvent.Nudge.class);
    step("other", "fine", false);
    for (int i = 0; i < 3; i++) {
      step("test", "bang", false);
    }
    assertThat(verdict()).isInstanceOf(LoopEvent.Nudge.class);
  }

  @Test
  void afterTwoVainQuestionsTheSessionSleeps() {
    for (int round = 0; round < 3; round++) {
      message();
      for (int i = 0; i < 5; i++) {
        step("make", "boom", false);
      }
      var verdict = verdict();
      if (round < 2) {
        assertThat(bound(verdict)).isEqualTo(Bound.REPETITION);
      } else {
        assertThat(verdict).isInstanceOf(LoopEvent.Suspended.class);
      }
    }
  }
}
