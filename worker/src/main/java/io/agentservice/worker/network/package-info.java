/**
 * The way out of a session whose network policy is enabled (ADR 0069): a filter of ours, outside of
 * the walls. Read {@code Filter} first, then {@code Policy}. May depend on nothing of the worker.
 *
 * <p>Invariants: a name that the policy does not allow is never looked up; an address is connected
 * to only after it was checked, and is not looked up again.
 */
@NullMarked
package io.agentservice.worker.network;

import org.jspecify.annotations.NullMarked;
