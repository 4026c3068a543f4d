/**
 * {@code agent run}: one task in one directory, from the prompt to the diff.
 *
 * <p>Invariant: a run leaves neither process nor outpost; its session sleeps, and can be gone on
 * with.
 */
@NullMarked
package io.agentservice.cli.run;

import org.jspecify.annotations.NullMarked;
