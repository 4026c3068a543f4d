/**
 * {@code agent admin}: what an administrator sees and decides.
 *
 * <p>Invariant: each command is one call; a change that needs the state before it says so.
 */
@NullMarked
package io.agentservice.cli.admin;

import org.jspecify.annotations.NullMarked;
