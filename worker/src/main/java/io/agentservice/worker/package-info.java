/**
 * The worker: claims sessions of an outpost and serves each with a remote process on this machine
 * (fleet.md 7-9). Read {@link io.agentservice.worker.SessionRun} first: claim, fetch, spawn, watch,
 * release; everything else is one of these steps, or the loop around them in {@link
 * io.agentservice.worker.Worker}.
 *
 * <p>One worker serves one session at a time and depends on nothing but the API, the published
 * binaries and its data directory. Invariants: a claim is released, lost or left to a successor
 * with the same acceptor id, never forgotten; no remote runs without a claim of its worker, except
 * while the worker itself is dead; no token stands in an argument, a file or an event.
 */
@NullMarked
package io.agentservice.worker;

import org.jspecify.annotations.NullMarked;
