package io.agentservice.server.agent.loop;

import io.agentservice.llm.Llm;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.Price;

/**
 * A model, what it costs and how much it takes.
 *
 * @param limits how much it takes and gives
 */
public record Model(Llm llm, Price price, ModelLimits limits) {}
