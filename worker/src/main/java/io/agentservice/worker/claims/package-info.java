/**
 * The worker's side of the queue: who it is ({@link
 * io.agentservice.worker.claims.AcceptorIdentity}), what it could take ({@link
 * io.agentservice.worker.claims.PendingQueue}), what it holds ({@link
 * io.agentservice.worker.claims.HeldClaim}).
 *
 * <p>A claim goes none -> held -> released or lost. Invariants: claiming is the server's
 * compare-and-set, so that stale or doubled entries of list and watch are harmless; a claim is
 * given back unless it is lost; what decides over claims is the server's clock, taken over at each
 * claim.
 */
@NullMarked
package io.agentservice.worker.claims;

import org.jspecify.annotations.NullMarked;
