/**
 * How this machine starts processes and ends them with all that they started.
 *
 * <p>{@code PosixProcesses} use {@code posix_spawn} through foreign functions, with one thread
 * ({@code Children}) that reaps; {@code PortableProcesses} Java's API, for Windows. Invariants: no
 * descriptor of the remote reaches a child; a pid is signalled only while it is surely the process
 * meant.
 */
@NullMarked
package io.agentservice.remote.process;

import org.jspecify.annotations.NullMarked;
