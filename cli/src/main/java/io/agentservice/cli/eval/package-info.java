/**
 * {@code agent eval}: how well an agent does, by tasks whose outcome a program can tell.
 *
 * <p>Invariant: a task that is in the results is not done again.
 */
@NullMarked
package io.agentservice.cli.eval;

import org.jspecify.annotations.NullMarked;
