/**
 * The command line of the worker: {@code agent worker start|doctor|attach} and {@code agent worker
 * outpost create|list|get|delete} (interface.md 10.1, fleet.md 7). {@link
 * io.agentservice.worker.commands.WorkerCommand} is the one class the CLI mounts.
 *
 * <p>A flag wins over its environment variable, which wins over the default; all three stand in
 * {@link io.agentservice.worker.commands.Flags}. Results go to stdout, everything said to a person
 * to stderr. Commands return exit codes; nothing here ends the JVM.
 */
@NullMarked
package io.agentservice.worker.commands;

import org.jspecify.annotations.NullMarked;
