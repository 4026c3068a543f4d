package io.agentservice.server.base.costs;

import java.math.BigDecimal;

/**
 * How much use, in seconds of an attached machine or US dollars of tokens, makes one ACU; both
 * above 0.
 */
public record AcuRates(int machineSeconds, BigDecimal modelDollars) {}
