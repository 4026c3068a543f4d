/**
 * How much waits and what is there to serve it (api-enterprise.md 10): the queue's health, and the
 * machines, each known by the acceptor id of its worker.
 *
 * <p>A worker names itself in the headers of its requests. A server writes it down when that is
 * new, and says the rest by one statement every few seconds; see {@link
 * io.agentservice.server.engine.capacity.Hypervisors}. What state a machine is in follows from
 * that, from its claims and from its remotes' connections whenever it is asked for.
 */
@NullMarked
package io.agentservice.server.engine.capacity;

import org.jspecify.annotations.NullMarked;
