package io.agentservice.llm.prices;

import io.agentservice.llm.Usage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * US dollars per million tokens; {@code input} without the cached ones.
 *
 * @param longPrompt the price of calls whose whole prompt is longer than a bound; null if the same
 */
public record Price(
    BigDecimal input,
    BigDecimal output,
    BigDecimal cacheRead,
    BigDecimal cacheWrite,
    @Nullable LongPrompt longPrompt) {

  public static final Price FREE =
      new Price(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, null);

  /** Another price for prompts of more than this many tokens, cached or not. */
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

  /** The most that one call of up to so many tokens can cost in US dollars (sessions.md 5). */
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
