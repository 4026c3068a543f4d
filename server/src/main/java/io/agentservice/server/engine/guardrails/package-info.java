/**
 * Guardrails: rules on what people and the agent say and on what the agent does, read from a file
 * at the start, and the violations that the agent's loop has found (api-enterprise.md 16; ADR 37).
 *
 * <p>A violation is written in the transaction that writes what follows from it into the session's
 * log, once for each session, event and guardrail. Numbers are given under the account's lock, at
 * the end of that transaction. Depends on the technical base only.
 */
@NullMarked
package io.agentservice.server.engine.guardrails;

import org.jspecify.annotations.NullMarked;
