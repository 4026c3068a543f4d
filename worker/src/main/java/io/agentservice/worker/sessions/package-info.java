/**
 * Serving sessions, one after the other (fleet.md 7-9). Read {@code SessionRun} first.
 *
 * <p>Invariants: a claim is released, lost or left to a successor with the same acceptor id; no
 * remote runs without a claim of its worker, unless that is dead.
 */
@NullMarked
package io.agentservice.worker.sessions;

import org.jspecify.annotations.NullMarked;
