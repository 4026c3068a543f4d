/**
 * What people and the agent say to each other in a session (sessions.md 4): stored in order, each
 * one delivered to the agent once. A message to the agent is {@code queued} until the transaction
 * that puts its text into his log.
 *
 * <p>Locks: whoever writes here holds the session's row. Depends on the technical base only.
 */
@NullMarked
package io.agentservice.server.engine.messages;

import org.jspecify.annotations.NullMarked;
