/**
 * The network of a session without a policy (ADR 0072), which leads out by pasta, but not to the
 * machine: read {@code Translation} first. {@code Doors} lead in. May depend on nothing of the
 * worker but on the ranges of {@code policy}.
 *
 * <p>Invariant: what keeps a session off the machine are rules of the kernel that are there before
 * pasta is, and that nobody inside can change.
 */
@NullMarked
package io.agentservice.worker.network.pasta;

import org.jspecify.annotations.NullMarked;
