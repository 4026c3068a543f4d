package io.agentservice.server.agent.loop.mcp;

import java.time.Duration;

/**
 * How long a server may take.
 *
 * @param listing to say what it has
 * @param call of a tool
 */
public record McpLimits(Duration listing, Duration call) {}
