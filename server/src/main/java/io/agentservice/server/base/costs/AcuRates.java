package io.agentservice.server.base.costs;

import java.math.BigDecimal;

/**
 * How much use makes one ACU.
 *
 * @param machineSeconds of an attached machine; above 0
 * @param modelDollars of tokens, in US dollars; above 0
 */
public record AcuRates(int machineSeconds, BigDecimal modelDollars) {}
