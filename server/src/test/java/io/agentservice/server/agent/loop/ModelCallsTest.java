package io.agentservice.server.agent.loop;

import static io.agentservice.server.testing.JsonText.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Llm;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Reply;
import io.agentservice.llm.Stop;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.Usage;
import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.agent.loop.model.LiveOutput;
import io.agentservice.server.agent.loop.model.Model;
import io.agentservice.server.agent.loop.model.ModelCalls;
import io.agentservice.server.agent.loop.model.StopSwitch;
import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelCallsTest {
  private static final Duration FIRST = Duration.ofSeconds(1);

  /** Away for some calls, after each of which it asks to wait for so long. */
  private static final class Away implements Llm {
    private final @Nullable Duration asked;
    private int left;

    Away(int calls, @Nullable Duration asked) {
      this.left = calls;
      this.asked = asked;
    }

    @Override
    public Reply complete(Prompt prompt, TextListener live) {
      if (left-- > 0) {
        throw new LlmException(Kind.UNREACHABLE, "busy", asked, null);
      }
      var answer = json("violation", false, "confidence", 1, "reasoning", "fine");
      return new Reply(
          List.of(new Part.Text(answer)), Stop.END_TURN, Usage.NONE, model(), List.of());
    }

    @Override
    public String name() {
      return "test:m";
    }

    @Override
    public String model() {
      return "m";
    }
  }

  /** As {@link Away}, with failures of all kinds. */
  private record Failing(Deque<LlmException> failures) implements Llm {
    @Override
    public Reply complete(Prompt prompt, TextListener live) {
      if (!failures.isEmpty()) {
        throw failures.removeFirst();
      }
      return new Away(0, null).complete(prompt, live);
    }

    @Override
    public String name() {
      return "test:m";
    }

    @Override
    public String model() {
      return "m";
    }
  }

  private static ModelCalls.Result call(Llm llm, boolean standIn, List<LoopEvent> told) {
    var calls =
        new ModelCalls(
            llm,
            Script.SETTINGS,
            new StopSwitch(),
            LiveOutput.NONE,
            new MemorySession().id(),
            Redactor.NONE,
            told::addAll,
            () -> standIn);
    return calls.call(new Prompt("", List.of(ChatMessage.user("Hi")), List.of(), 10));
  }

  private static List<Long> waits(Llm llm) {
    var told = new ArrayList<LoopEvent>();
    assertThat(call(llm, false, told)).isInstanceOf(ModelCalls.Result.Answered.class);
    return told.stream().map(event -> ((LoopEvent.ModelAway) event).waitMillis()).toList();
  }

  @Test
  void pausesDoubleFromTheFirstToAMinuteHoweverOftenItFails() {
    var busy = new LlmException(Kind.UNREACHABLE, "busy", null, null);
    for (int failures = 0; failures < 200; failures++) {
      var longest = Duration.ofMillis(Math.min(60_000L, 1000L << Math.min(failures, 20)));
      assertThat(ModelCalls.waitAfter(busy, failures, FIRST))
          .as("after %d failures", failures)
          .isBetween(longest.dividedBy(2), longest);
    }
  }

  @Test
  void aProviderThatAsksForNoWaitIsNotAskedAgainAtOnce() {
    long step = Script.SETTINGS.firstRetry().toMillis();
    assertThat(waits(new Away(3, Duration.ZERO)).getLast()).isBetween(2 * step, 4 * step);
  }

  @Test
  void aProviderThatAsksForALongerWaitThanOursGetsIt() {
    assertThat(waits(new Away(2, Duration.ofMillis(300)))).containsExactly(300L, 300L);
  }

  @Test
  void anotherKeyIsAskedWithAtOnceAndThatIsNoFailedTry() {
    var told = new ArrayList<LoopEvent>();
    var failures = new ArrayDeque<LlmException>();
    var limited = new LlmException(Kind.AUTH, "no");
    failures.add(LlmException.otherKey("no; the key A rests", limited));
    failures.add(LlmException.otherKey("no; the key B rests", limited));
    failures.add(LlmException.otherKey("no; the key C rests", limited));
    failures.add(new LlmException(Kind.UNREACHABLE, "busy"));
    assertThat(call(new Failing(failures), true, told))
        .isInstanceOf(ModelCalls.Result.Answered.class);
    assertThat(told)
        .extracting(event -> ((LoopEvent.ModelAway) event).nextTry())
        .containsExactly(1, 1, 1, 2);
    assertThat(told.subList(0, 3))
        .extracting(event -> ((LoopEvent.ModelAway) event).waitMillis())
        .containsOnly(0L);
  }

  @Test
  void whereAnotherOneStandsInItIsTriedThreeTimesAndNoLongWaitIsKept() {
    var told = new ArrayList<LoopEvent>();
    assertThat(call(new Away(3, Duration.ZERO), true, told))
        .isInstanceOf(ModelCalls.Result.GaveUp.class);
    assertThat(told).hasSize(2);
    assertThat(call(new Away(2, Duration.ZERO), true, told))
        .isInstanceOf(ModelCalls.Result.Answered.class);

    told.clear();
    assertThat(call(new Away(1, Duration.ofMinutes(1)), true, told))
        .isInstanceOf(ModelCalls.Result.GaveUp.class);
    assertThat(told).isEmpty();
  }

  @Test
  void whoListensKnowsWhileTheModelIsAskedAndNotBetweenTheTries() {
    var heard = new ArrayList<String>();
    var live =
        new LiveOutput() {
          @Override
          public void modelAsked(SessionId session, String model) {
            heard.add("asked " + model);
          }

          @Override
          public void modelAnswered(SessionId session) {
            heard.add("over");
          }

          @Override
          public void modelText(SessionId session, String piece) {}

          @Override
          public void modelRestarts(SessionId session) {
            heard.add("restarts");
          }

          @Override
          public void toolOutput(SessionId session, String callId, String piece) {}
        };
    var calls =
        new ModelCalls(
            new Away(1, null),
            Script.SETTINGS,
            new StopSwitch(),
            live,
            new MemorySession().id(),
            Redactor.NONE,
            _ -> {},
            () -> false);
    var prompt = new Prompt("", List.of(ChatMessage.user("Hi")), List.of(), 10);
    assertThat(calls.call(prompt)).isInstanceOf(ModelCalls.Result.Answered.class);

    assertThat(heard).containsExactly("asked test:m", "over", "restarts", "asked test:m", "over");
  }

  @Test
  void theJudgeAlsoPausesWhenTheProviderAsksForNoWait() {
    var session = new MemorySession();
    var model = new Model(new Away(2, Duration.ZERO), Script.PRICE, ModelLimits.NONE);
    var judge = new Judge(session.claim(), () -> model, new StopSwitch(), Redactor.NONE, _ -> {});

    long start = System.nanoTime();
    assertThat(judge.ask("rule-1", "Is it rude?", "hello")).isInstanceOf(Judge.Opinion.class);

    // At least half of the first step, and of the second.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(750));
  }
}
