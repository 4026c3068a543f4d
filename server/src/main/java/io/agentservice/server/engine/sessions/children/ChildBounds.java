package io.agentservice.server.engine.sessions.children;

/**
 * How many sessions agents may start.
 *
 * @param depth below a session that no agent has started; 0: agents start none
 * @param working at a time, below one such session
 */
public record ChildBounds(int depth, int working) {}
