package io.agentservice.llm.prices;

import io.agentservice.llm.Usage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a model costs, in US dollars per million tokens.
 *
 * @param input prompt tokens outside of the cache
 * @param output what the model writes
 * @param cacheRead prompt tokens read from the cache
 * @param cacheWrite prompt tokens written to the cache
 * @param longPrompt the price of calls whose whole prompt is longer than a bound; null if the same
 */
public record Price(
    BigDecimal input,
    BigDecimal output,
    BigDecimal cacheRead,
    BigDecimal cacheWrite,
    @Nullable LongPrompt longPrompt) {

  /** Costs nothing. */
  public static final Price FREE =
      new Price(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, null);

  /**
   * Another price for long prompts.
   *
   * @param longerThan prompt tokens, cached or not
   */
  public record LongPrompt(long longerThan, Price price) {}

  /** The cost of one call in US dollars, exact. */
  public BigDecimal cost(Usage usage) {
    if (longPrompt != null && usage.promptTokens() > longPrompt.longerThan) {
      return longPrompt.price.cost(usage);
    }
    return million(input, usage.inputTokens())
        .add(million(output, usage.outputTokens()))
        .add(million(cacheRead, usage.cacheReadTokens()))
        .add(million(cacheWrite, usage.cacheWriteTokens()))
        .stripTrailingZeros();
  }

  /**
   * The most that one call can cost in US dollars: for reserving it before the call (sessions.md
   * 5).
   *
   * @param promptTokens at most so many tokens go in
   * @param maxOutputTokens at most so many come out
   */
  public BigDecimal largestCost(long promptTokens, long maxOutputTokens) {
    BigDecimal dearest = input.max(cacheRead).max(cacheWrite);
    BigDecimal cost =
        million(dearest, promptTokens).add(million(output, maxOutputTokens)).stripTrailingZeros();
    return longPrompt != null && promptTokens > longPrompt.longerThan
        ? cost.max(longPrompt.price.largestCost(promptTokens, maxOutputTokens))
        : cost;
  }

  private static BigDecimal million(BigDecimal perMillion, long tokens) {
    return perMillion.multiply(BigDecimal.valueOf(tokens)).movePointLeft(6);
  }
}
