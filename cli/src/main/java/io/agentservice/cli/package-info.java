/**
 * The {@code agent} command: one class per subcommand, started by the launcher script at the root.
 *
 * <p>Invariants: results go to standard output, progress and errors to standard error; a failure is
 * one line that begins with {@code agent:}, with a hint where there is one, and never a stack
 * trace. Exit codes: 0 done, 1 failed, 2 wrong usage or something is missing on this machine. Every
 * command that prints a result has {@code --json}.
 */
@NullMarked
package io.agentservice.cli;

import org.jspecify.annotations.NullMarked;
