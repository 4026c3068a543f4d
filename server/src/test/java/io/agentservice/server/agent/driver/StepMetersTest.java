package io.agentservice.server.agent.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.metrics.Metrics;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures of steps, by what is written of them. */
class StepMetersTest {
  private final Metrics metrics = new Metrics();
  private final StepMeters meters = new StepMeters(metrics);

  private String text() {
    return metrics.text(List.of(), new AccountId("acct-1"));
  }

  private static LoopEvent turn(String model, Usage usage) {
    return new LoopEvent.ModelTurn(
        List.of(), Stop.END_TURN, usage, model, new BigDecimal("0.25"), 1500, null, null);
  }

  @Test
  void aTurnTellsItsTimeItsTokensByKindAndItsCost() {
    meters.saw(turn("m", new Usage(1, 20, 300, 4000)));
    meters.saw(turn("m", new Usage(1, 0, 0, 0)));

    assertThat(text())
        .contains("agent_step_seconds_sum{phase=\"model\"} 3.0")
        .contains("agent_step_seconds_count{phase=\"model\"} 2")
        .contains("agent_model_tokens_total{kind=\"input\",model=\"m\"} 2.0")
        .contains("agent_model_tokens_total{kind=\"output\",model=\"m\"} 20.0")
        .contains("agent_model_tokens_total{kind=\"cache_read\",model=\"m\"} 300.0")
        .contains("agent_model_tokens_total{kind=\"cache_write\",model=\"m\"} 4000.0")
        .contains("agent_model_dollars_total{model=\"m\"} 0.5");
  }

  @Test
  void whatCostsBesidesTurnsCountsToo() {
    var usage = new Usage(10, 0, 0, 0);
    var dollar = BigDecimal.ONE;
    meters.saw(new LoopEvent.Summarized(3, "short", usage, "m", dollar));
    meters.saw(new LoopEvent.GuardrailJudged("g", usage, "m", dollar));
    meters.saw(new LoopEvent.ModelInterrupted(usage, "m", dollar));

    assertThat(text())
        .contains("agent_model_tokens_total{kind=\"input\",model=\"m\"} 30.0")
        .contains("agent_model_dollars_total{model=\"m\"} 3.0");
  }

  @Test
  void promptsThatBeginAnewAreCountedByWhy() {
    for (String why : new String[] {null, "shortened", "messages", "shortened"}) {
      meters.saw(
          new LoopEvent.ModelTurn(
              List.of(), Stop.END_TURN, Usage.NONE, "m", BigDecimal.ZERO, 1, null, why));
    }

    assertThat(text())
        .contains("agent_model_prefix_breaks_total{cause=\"shortened\"} 2.0")
        .contains("agent_model_prefix_breaks_total{cause=\"messages\"} 1.0")
        .contains("agent_model_prefix_breaks_total{cause=\"tools\"} 0.0");
  }

  @Test
  void agentsThatCanNotGoOnAreCountedByTheirReason() {
    meters.saw(new LoopEvent.ModelAway("busy", 2, null, 1000, 60_000L));
    meters.saw(new LoopEvent.ModelChanged("openai:m", "model_auth", "no key"));
    meters.saw(new LoopEvent.ModelChanged("anthropic:m", null, null)); // back to the first
    meters.saw(new LoopEvent.Suspended("model_auth", "no key"));
    meters.saw(new LoopEvent.Suspended("model_auth", "no key"));
    meters.saw(new LoopEvent.LimitReached("limit_of_session", "dear"));
    meters.saw(new LoopEvent.Failure("state_lost", "gone"));

    assertThat(text())
        .contains("agent_model_retries_total 1.0")
        .contains("agent_model_stand_ins_total 1.0")
        .contains("agent_session_stops_total{code=\"model_auth\"} 2.0")
        .contains("agent_session_stops_total{code=\"limit_of_session\"} 1.0")
        .contains("agent_session_stops_total{code=\"state_lost\"} 1.0");
  }

  @Test
  void callsAndWritesAreTimed() {
    meters.wrote(Duration.ofMillis(500).toNanos());
    meters.ran(Duration.ofSeconds(4).toNanos());

    assertThat(text())
        .contains("agent_step_seconds_sum{phase=\"write\"} 0.5")
        .contains("agent_step_seconds_sum{phase=\"tool\"} 4.0");
  }

  @Test
  void aServerThatNamesItsModelsAnewEachTimeMakesNoEndlessList() {
    for (int i = 0; i < 1000; i++) {
      meters.saw(turn("model-" + i, new Usage(1, 0, 0, 0)));
    }
    meters.saw(turn("model-0", new Usage(1, 0, 0, 0)));

    assertThat(text().lines().filter(line -> line.startsWith("agent_model_tokens_total{")))
        .hasSize(51)
        .contains("agent_model_tokens_total{kind=\"input\",model=\"others\"} 950.0")
        .contains("agent_model_tokens_total{kind=\"input\",model=\"model-0\"} 2.0");
  }
}
