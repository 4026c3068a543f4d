/**
 * Sessions: their record, their messages, and the one place where their state changes.
 *
 * <p>{@link io.agentservice.server.sessions.Lifecycle} is the table of sessions.md 2: a method per
 * trigger, a transaction per row. Each locks the session's row first, changes the queue entry
 * second and takes the feed's counter last; remote and gateway are told after the commit. {@link
 * io.agentservice.server.sessions.Claims} are the rows in which a worker acts; they are decided by
 * {@link io.agentservice.server.sessions.Held} and written many at a time (ADR 0014).
 *
 * <p>Invariants: an entry of a living session agrees with its status; a change of holder, an end
 * and a sleep raise the epoch, so that whoever worked under the old one can write nothing more.
 * Depends on queue, outposts, events and the technical base.
 */
@NullMarked
package io.agentservice.server.sessions;

import org.jspecify.annotations.NullMarked;
