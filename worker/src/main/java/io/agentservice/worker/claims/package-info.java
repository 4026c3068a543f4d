/**
 * The worker's side of the queue.
 *
 * <p>A claim goes none -> held -> released or lost. Invariants: claiming is the server's
 * compare-and-set, so stale entries of list and watch are harmless; a claim is released unless it
 * is lost; the server's clock decides, taken over at each claim.
 */
@NullMarked
package io.agentservice.worker.claims;

import org.jspecify.annotations.NullMarked;
