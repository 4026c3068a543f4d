/**
 * Analyses of sessions (sessions.md 7), by the model or the log, which has no secrets in clear;
 * results are masked again.
 */
@NullMarked
package io.agentservice.server.agent.insights;

import org.jspecify.annotations.NullMarked;
