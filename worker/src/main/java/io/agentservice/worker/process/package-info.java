/**
 * The remote process on this machine (interface.md 10.4, fleet.md 7 steps 9 and 10, 8).
 *
 * <p>Invariants: a remote gets exactly the variables of the spawn contract; it leads its own
 * session and process group where possible, so that it outlives the worker and ends as a whole; a
 * process is ours only when pid and start time match the record; root opens and follows nothing of
 * another user's; the connect token stands in its environment only.
 */
@NullMarked
package io.agentservice.worker.process;

import org.jspecify.annotations.NullMarked;
