package io.agentservice.server.agent.driver;

import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.searches.Searches;

/** Where an agent learns of its organization. */
public record Sources(Notes notes, Searches searches) {}
