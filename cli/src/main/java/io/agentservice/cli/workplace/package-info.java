/**
 * Where sessions work: the directory itself, or a checkout beside it whose result is a branch.
 *
 * <p>Invariant: nothing that somebody wrote is lost: what can't be brought back is kept and named.
 */
@NullMarked
package io.agentservice.cli.workplace;

import org.jspecify.annotations.NullMarked;
