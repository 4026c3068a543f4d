package io.agentservice.server.agent.driver;

import io.agentservice.server.agent.driver.mcp.McpSources;
import io.agentservice.server.agent.driver.models.ModelSources;
import io.agentservice.server.agent.loop.pages.Pages;
import io.agentservice.server.context.git.GitRepositories;
import io.agentservice.server.context.knowledge.Notes;
import io.agentservice.server.context.searches.Searches;
import io.agentservice.server.engine.gitaccess.GitAccess;
import io.agentservice.server.engine.outposts.NetworkPolicies;
import io.agentservice.server.engine.sessions.children.SessionChildren;
import org.jspecify.annotations.Nullable;

/**
 * Where an agent learns of its organization, and reaches its repositories and other agents; null
 * {@code pages}: it may read none.
 */
public record Sources(
    Notes notes,
    Searches searches,
    GitRepositories repositories,
    GitAccess access,
    CheckoutPlans checkouts,
    SessionChildren children,
    McpSources mcp,
    ModelSources models,
    NetworkPolicies networks,
    @Nullable Pages pages) {}
