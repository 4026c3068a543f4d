package io.agentservice.server.agent.driver.traces;

import io.agentservice.llm.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stretch of work under way, from being woken to the end of a turn. For one thread. */
final class Stretch {
  private final String spanId;
  private final Instant start;
  private final List<String> heard = new ArrayList<>();
  private Usage usage = Usage.NONE;
  private BigDecimal dollars = BigDecimal.ZERO;
  private long modelCalls;
  private long toolCalls;
  private @Nullable String model;

  Stretch(String spanId, Instant start) {
    this.spanId = spanId;
    this.start = start;
  }

  String spanId() {
    return spanId;
  }

  Instant start() {
    return start;
  }

  void heard(String text) {
    if (heard.size() < Texts.MOST) {
      heard.add(Texts.cut(text));
    }
  }

  List<String> heard() {
    return heard;
  }

  /** {@code name} as people are told it. */
  void asks(String name) {
    model = name;
  }

  /** A call of a model was answered, or cut off. */
  void used(Usage more, BigDecimal cost) {
    usage =
        new Usage(
            usage.inputTokens() + more.inputTokens(),
            usage.outputTokens() + more.outputTokens(),
            usage.cacheReadTokens() + more.cacheReadTokens(),
            usage.cacheWriteTokens() + more.cacheWriteTokens());
    dollars = dollars.add(cost);
    modelCalls++;
  }

  void called() {
    toolCalls++;
  }

  Fields fields() {
    var fields = Fields.of("invoke_agent").used(usage).cost(dollars);
    if (model != null) {
      fields.asked(model);
    }
    return fields.with("agent.model_calls", modelCalls).with("agent.tool_calls", toolCalls);
  }
}
