/**
 * Where sessions stand, and the one place where that changes. {@link
 * io.agentservice.server.engine.lifecycle.Transition} is the table of sessions.md 2; {@link
 * io.agentservice.server.engine.lifecycle.LockedSession} carries its rows out in memory, {@link
 * io.agentservice.server.engine.lifecycle.Transitions} locks and writes, one session or many.
 * {@link io.agentservice.server.engine.lifecycle.Lifecycle} is what happens by itself, {@link
 * io.agentservice.server.engine.lifecycle.Turns} what the agent does; what workers do is the claims
 * package's, what people do the sessions package's.
 *
 * <p>Invariants: an entry of a living session agrees with its status; a change of holder, an end
 * and a sleep raise the epoch, so that whoever worked under the old one can write nothing more;
 * machine time is the time in {@code RUNNING}. One order of locks: the session's row, then what
 * belongs to it, the feed's counter last; remote and gateway are told after the commit. Depends on
 * queue, outposts, messages, events and the technical base.
 */
@NullMarked
package io.agentservice.server.engine.lifecycle;

import org.jspecify.annotations.NullMarked;
