/**
 * The sessions that a session's agent starts, messages and ends (docs/children.md).
 *
 * <p>Each change is one transaction that locks the parent under its agent's tenure first, and goes
 * by an id that the agent's log named before: done again, it changes nothing. What is told of their
 * state is read, not stored.
 */
@NullMarked
package io.agentservice.server.engine.sessions.children;

import org.jspecify.annotations.NullMarked;
