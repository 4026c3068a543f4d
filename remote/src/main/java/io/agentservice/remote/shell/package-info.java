/**
 * Commands as processes of this machine.
 *
 * <p>States: starting → running → ended; an ended one never changes, an id is never started twice.
 * {@code PosixProcesses} use {@code posix_spawn} through foreign functions, with one thread ({@code
 * Children}) that reaps; {@code PortableProcesses} Java's API, for Windows. Invariants: no
 * descriptor of the remote reaches a child; a pid is signalled only while it is surely the process
 * meant; output goes to disk before the server.
 */
@NullMarked
package io.agentservice.remote.shell;

import org.jspecify.annotations.NullMarked;
