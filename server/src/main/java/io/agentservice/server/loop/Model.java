package io.agentservice.server.loop;

import io.agentservice.server.llm.Llm;
import io.agentservice.server.llm.ModelLimits;
import io.agentservice.server.llm.Price;

/**
 * A model, what it costs and how much it takes.
 *
 * @param limits how much it takes and gives
 */
public record Model(Llm llm, Price price, ModelLimits limits) {}
