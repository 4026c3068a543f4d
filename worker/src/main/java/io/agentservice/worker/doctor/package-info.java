/**
 * {@code agent worker doctor}: what keeps a worker from its work, before its start
 * (docs/worker.md).
 *
 * <p>Invariants: a check changes and claims nothing and ends within seconds; one that an earlier
 * problem makes impossible says so instead of reporting it again; no finding holds the token or a
 * proxy's password.
 */
@NullMarked
package io.agentservice.worker.doctor;

import org.jspecify.annotations.NullMarked;
