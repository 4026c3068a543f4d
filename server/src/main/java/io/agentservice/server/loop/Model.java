package io.agentservice.server.loop;

import io.agentservice.server.llm.Llm;
import io.agentservice.server.llm.ModelLimits;
import io.agentservice.server.llm.Price;
import io.agentservice.server.llm.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A model, what it costs and how much it takes.
 *
 * @param dollarsPerAcu the token cost that counts as one ACU (sessions.md section 5); above 0
 * @param limits how much it takes and gives
 */
public record Model(Llm llm, Price price, BigDecimal dollarsPerAcu, ModelLimits limits) {
  private static final int SCALE = 6;

  /** Price of a call in ACUs, rounded up to six decimals. */
  BigDecimal acus(Usage usage) {
    return toAcus(price.cost(usage));
  }

  /** The most that a call can cost, in ACUs. */
  BigDecimal largestAcus(long promptTokens, long maxOutputTokens) {
    return toAcus(price.largestCost(promptTokens, maxOutputTokens));
  }

  private BigDecimal toAcus(BigDecimal dollars) {
    return dollars.divide(dollarsPerAcu, SCALE, RoundingMode.UP);
  }
}
