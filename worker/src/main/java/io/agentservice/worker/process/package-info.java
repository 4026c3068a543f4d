/**
 * The remote process on this machine: its state directory, its environment, its start, its end and
 * finding it again (interface.md 10.4, fleet.md 7 steps 9 and 10, 8).
 *
 * <p>Invariants: a remote gets exactly the variables of the spawn contract, nothing is inherited;
 * it leads a session and process group of its own where the system allows it, so that it outlives
 * the worker and ends as a whole; a process counts as ours only when pid and start time both match
 * what was written at its start; of what another user owns, whom remotes run as, root opens and
 * follows nothing; the connect token stands in its environment and nowhere else.
 */
@NullMarked
package io.agentservice.worker.process;

import org.jspecify.annotations.NullMarked;
