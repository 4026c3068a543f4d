/**
 * {@code agent worker doctor}: what keeps a worker from its work, before it is started (ours;
 * docs/worker.md). {@link io.agentservice.worker.doctor.Doctor} has the one list of checks; a check
 * is a name and a function of a {@link io.agentservice.worker.doctor.Subject} that answers a {@link
 * io.agentservice.worker.doctor.Finding}.
 *
 * <p>Invariants: a check changes nothing, neither here nor at the service, and claims nothing; it
 * ends within seconds; one that can't be made because of an earlier problem says so instead of
 * reporting that problem again; no finding holds the token or a proxy's password.
 */
@NullMarked
package io.agentservice.worker.doctor;

import org.jspecify.annotations.NullMarked;
