/**
 * The worker: claims sessions of an outpost and serves each with a remote on this machine (fleet.md
 * 7-9). Read {@link io.agentservice.worker.SessionRun} first.
 *
 * <p>One worker serves one session at a time. Invariants: a claim is released, lost or left to a
 * successor with the same acceptor id; no remote runs without a claim of its worker, unless that is
 * dead; no token stands in an argument, a file or an event.
 */
@NullMarked
package io.agentservice.worker;

import org.jspecify.annotations.NullMarked;
