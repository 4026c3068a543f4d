package io.agentservice.server.agent.driver;

import io.agentservice.llm.Usage;
import io.agentservice.server.agent.loop.history.PrefixWatch;
import io.agentservice.server.agent.loop.log.LoopEvent;
import io.agentservice.server.base.metrics.Metrics;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.math.BigDecimal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and times the steps of this node's agents, by what is written of them. Thread-safe. */
public final class StepMeters {
  /** Servers may name models as they like. */
  private static final int MOST_MODELS = 50;

  private static final double[] BOUNDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200
  };

  private final Histogram phases;
  private final Counter tokens;
  private final Counter dollars;
  private final Counter retries;
  private final Counter standIns;
  private final Counter breaks;
  private final Counter stops;
  private final Set<String> models = ConcurrentHashMap.newKeySet();

  public StepMeters(Metrics metrics) {
    phases =
        metrics.seconds(
            "step",
            "Parts of a step: the model's answer with its retries, a tool's call, a write to the log",
            BOUNDS,
            "phase");
    tokens =
        metrics.counter(
            "model_tokens", "Tokens by kind; input is what no cache held", "model", "kind");
    dollars = metrics.counter("model_dollars", "What models cost, by their prices", "model");
    retries = metrics.counter("model_retries", "Calls of models that failed and were made again");
    standIns =
        metrics.counter("model_stand_ins", "Models that failed, and another one was asked instead");
    breaks =
        metrics.counter(
            "model_prefix_breaks",
            "Prompts that did not begin as the one before, so that no cache held them, by why",
            "cause");
    PrefixWatch.CAUSES.forEach(breaks::initLabelValues); // else the first one is no increase
    stops =
        metrics.counter(
            "session_stops", "Agents that could not go on, by the code of the reason", "code");
  }

  void wrote(long nanos) {
    phases.labelValues("write").observe(nanos / 1e9);
  }

  /** From the intent to the result, the time for writing the intent among it. */
  void ran(long nanos) {
    phases.labelValues("tool").observe(nanos / 1e9);
  }

  void saw(LoopEvent event) {
    switch (event) {
      case LoopEvent.ModelTurn turn -> {
        phases.labelValues("model").observe(turn.durationMillis() / 1e3);
        used(turn.model(), turn.usage(), turn.dollars());
        if (turn.broken() != null) {
          breaks.labelValues(turn.broken()).inc();
        }
      }
      case LoopEvent.Summarized summary ->
          used(summary.model(), summary.usage(), summary.dollars());
      case LoopEvent.ModelInterrupted cut -> used(cut.model(), cut.usage(), cut.dollars());
      case LoopEvent.GuardrailJudged judged ->
          used(judged.model(), judged.usage(), judged.dollars());
      case LoopEvent.ModelAway _ -> retries.inc();
      case LoopEvent.ModelChanged changed when changed.code() != null -> standIns.inc();
      case LoopEvent.LimitReached limit -> stops.labelValues(limit.detail()).inc();
      case LoopEvent.Suspended suspended -> stops.labelValues(suspended.code()).inc();
      case LoopEvent.Failure failure -> stops.labelValues(failure.code()).inc();
      default -> {} // nobody watches those
    }
  }

  private void used(String name, Usage usage, BigDecimal cost) {
    String model = bounded(name);
    count(model, "input", usage.inputTokens());
    count(model, "output", usage.outputTokens());
    count(model, "cache_read", usage.cacheReadTokens());
    count(model, "cache_write", usage.cacheWriteTokens());
    dollars.labelValues(model).inc(cost.doubleValue());
  }

  private void count(String model, String kind, long number) {
    if (number > 0) {
      tokens.labelValues(model, kind).inc(number);
    }
  }

  private String bounded(String name) {
    return models.contains(name) || (models.size() < MOST_MODELS && models.add(name))
        ? name
        : "others";
  }
}
