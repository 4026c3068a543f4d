/**
 * What became of sessions: how they came about, what was counted, and an analysis that is made once
 * and in the background (sessions.md 7).
 *
 * <p>Stands above the sessions and is wired by itself; who makes the analyses is told later, since
 * this wing knows no models.
 */
@NullMarked
package io.agentservice.server.engine.sessions.insights;

import org.jspecify.annotations.NullMarked;
