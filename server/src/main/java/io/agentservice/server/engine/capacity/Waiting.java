package io.agentservice.server.engine.capacity;

/**
 * The sessions that wait for a machine.
 *
 * @param sessions new, claimed or resuming ones
 * @param oldestWaitSeconds of the one that waits longest, or 0
 */
public record Waiting(int sessions, int oldestWaitSeconds) {}
