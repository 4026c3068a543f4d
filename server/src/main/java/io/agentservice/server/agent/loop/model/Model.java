package io.agentservice.server.agent.loop.model;

import io.agentservice.llm.Llm;
import io.agentservice.llm.ModelLimits;
import io.agentservice.llm.prices.Price;

/** A model, what it costs and how much it takes. {@code limits}: how much it takes and gives. */
public record Model(Llm llm, Price price, ModelLimits limits) {}
