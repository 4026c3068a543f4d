/**
 * The command line of the worker (interface.md 10.1, fleet.md 7); the CLI mounts {@link
 * io.agentservice.worker.commands.WorkerCommand}.
 *
 * <p>A flag wins over its variable, which wins over the default ({@link
 * io.agentservice.worker.commands.Flags}). Results go to stdout, messages to stderr. Commands
 * return exit codes; nothing here ends the JVM.
 */
@NullMarked
package io.agentservice.worker.commands;

import org.jspecify.annotations.NullMarked;
