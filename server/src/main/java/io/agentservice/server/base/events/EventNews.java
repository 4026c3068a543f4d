package io.agentservice.server.base.events;

/**
 * How far a log is.
 *
 * @param last number of its last event
 * @param interrupted whether a person has interrupted the agent in the newer ones
 */
public record EventNews(long last, boolean interrupted) {}
