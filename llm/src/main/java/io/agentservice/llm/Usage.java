package io.agentservice.llm;

import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Tokens of one call, none counted twice: the prompt is input + cache read + cache write; output
 * includes thinking.
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Usage(
    long inputTokens, long outputTokens, long cacheReadTokens, long cacheWriteTokens) {

  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** The size of the prompt, cached or not. */
  public long promptTokens() {
    return inputTokens + cacheReadTokens + cacheWriteTokens;
  }
}
