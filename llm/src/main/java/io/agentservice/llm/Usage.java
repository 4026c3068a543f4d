package io.agentservice.llm;

import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Tokens of one call. No token is counted twice: the prompt is input + cache read + cache write.
 *
 * @param inputTokens prompt tokens outside of the cache
 * @param outputTokens everything the model wrote, thinking included
 * @param cacheReadTokens prompt tokens read from the provider's cache
 * @param cacheWriteTokens prompt tokens written to the provider's cache, where that is priced apart
 */
@JsonNaming(SnakeCaseStrategy.class)
public record Usage(
    long inputTokens, long outputTokens, long cacheReadTokens, long cacheWriteTokens) {

  /** Nothing used. */
  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** The size of the prompt, cached or not. */
  public long promptTokens() {
    return inputTokens + cacheReadTokens + cacheWriteTokens;
  }
}
