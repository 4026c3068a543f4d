/**
 * The proof that the queue is right (fleet.md 1-5): concurrent clients record what they asked and
 * were answered, and a checker judges the whole history and the table at its end.
 *
 * <p>All times are microseconds of one clock that never goes back, {@link
 * io.agentservice.e2e.history.Ticks}. An operation whose answer was lost may have happened at any
 * time from its beginning on, or never; the checker calls a violation only what no such choice
 * explains. A claimer takes a new name for each try, so that a late request of an earlier try is no
 * excuse for a later one.
 */
@NullMarked
package io.agentservice.e2e.history;

import org.jspecify.annotations.NullMarked;
