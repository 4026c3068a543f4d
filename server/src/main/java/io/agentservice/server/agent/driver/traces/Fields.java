package io.agentservice.server.agent.driver.traces;

import io.agentservice.llm.Stop;
import io.agentservice.llm.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes of a span, by the conventions named in {@link #SCHEMA}; ours begin with agent. */
final class Fields {
  /** The version of the conventions that all of this follows. */
  static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.0";

  private final Map<String, Object> all = new LinkedHashMap<>();

  private Fields() {}

  static Fields of(String operation) {
    return new Fields().with("gen_ai.operation.name", operation);
  }

  /** Of a span that is none of the conventions'. */
  static Fields ours() {
    return new Fields();
  }

  Fields with(String name, @Nullable Object value) {
    if (value != null) {
      all.put(name, value);
    }
    return this;
  }

  /** The whole prompt, cached or not, as the conventions count it. */
  Fields used(Usage usage) {
    return with("gen_ai.usage.input_tokens", usage.promptTokens())
        .with("gen_ai.usage.output_tokens", usage.outputTokens())
        .with("gen_ai.usage.cache_read.input_tokens", usage.cacheReadTokens())
        .with("gen_ai.usage.cache_creation.input_tokens", usage.cacheWriteTokens());
  }

  Fields cost(BigDecimal dollars) {
    return with("agent.dollars", dollars.doubleValue());
  }

  /** {@code provider:model}, as models are named to people. */
  Fields asked(String name) {
    int colon = name.indexOf(':');
    return with("gen_ai.provider.name", colon < 0 ? name : name.substring(0, colon))
        .with("gen_ai.request.model", name.substring(colon + 1));
  }

  Map<String, Object> all() {
    return Map.copyOf(all);
  }

  /** Why a model stopped, in the conventions' words. */
  static String word(Stop stop) {
    return switch (stop) {
      case END_TURN -> "stop";
      case TOOL_USE -> "tool_call";
      case MAX_TOKENS -> "length";
      case REFUSED -> "content_filter";
    };
  }
}
