/**
 * What a session's log tells people: events become steps, one fold for page and interface (ADR
 * 0067). Pure; knows the agent's log and nothing of pages, JSON or the database.
 */
@NullMarked
package io.agentservice.server.agent.timeline.steps;

import org.jspecify.annotations.NullMarked;
