/**
 * The event log of sessions, append-only: the agent's memory, from which a session is rebuilt.
 *
 * <p>Sequence numbers start at 1 without a gap; a write under an old epoch changes nothing.
 */
@NullMarked
package io.agentservice.server.base.events;

import org.jspecify.annotations.NullMarked;
