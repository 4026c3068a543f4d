/**
 * Makes analyses of sessions (sessions.md 7): by the configured model, or, without one, by reading
 * the log. Each reads the log as the loop wrote it, where no secret stands in clear, and what a
 * model says of it is masked again.
 *
 * <p>Depends on the loop's events, the engine's sessions, notes and {@code llm}.
 */
@NullMarked
package io.agentservice.server.agent.insights;

import org.jspecify.annotations.NullMarked;
