/**
 * The event log of sessions: what happened, in order, append-only. It is the agent's memory and the
 * truth that a session is rebuilt from; nothing in it is ever changed or removed.
 *
 * <p>Invariants: sequence numbers of a session start at 1 and have no gap; a write names the epoch
 * it was made under and changes nothing when the session has a newer one (a stale owner can't
 * write). May depend on ids and db only.
 */
@NullMarked
package io.agentservice.server.base.events;

import org.jspecify.annotations.NullMarked;
