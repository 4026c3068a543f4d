/**
 * Commands as processes of this machine.
 *
 * <p>A {@code Command} is what is known of one (output, end); a {@code Run} is its live side.
 * States: starting → running → ended; an ended one never changes, and an id is never started twice.
 * {@code Processes} is how the machine starts and ends them. {@code PosixProcesses}: by {@code
 * posix_spawn} through the foreign function interface, each in a POSIX session of its own, and
 * waited for by one thread ({@code Children}) that also reaps adopted orphans. {@code
 * PortableProcesses}: by Java's own API, for Windows, where nothing of the other is ever loaded.
 *
 * <p>Invariants: no descriptor of the remote reaches a child; a pid is signalled only while it is
 * surely the process meant; output is on its way to disk before it is on its way to the server.
 */
@NullMarked
package io.agentservice.remote.shell;

import org.jspecify.annotations.NullMarked;
