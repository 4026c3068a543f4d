package io.agentservice.server.agent.terminals.shells;

import io.agentservice.server.base.ids.TerminalId;

/**
 * A terminal as it is shown.
 *
 * @param createdAt Unix seconds
 * @param viewers connections that see it now
 */
public record Terminal(TerminalId terminalId, long createdAt, int viewers) {}
