/**
 * Rules on what people and the agent say and do, from a file, and their violations
 * (api-enterprise.md 16; ADR 37).
 *
 * <p>A violation is written once for session, event and guardrail, with what follows, and numbered
 * under the account's lock.
 */
@NullMarked
package io.agentservice.server.engine.guardrails;

import org.jspecify.annotations.NullMarked;
