/**
 * The remote: the program that serves one session on a customer's machine. It dials the gateway,
 * runs the commands and file requests that come from there, and holds no logic of the agent.
 *
 * <p>{@link io.agentservice.remote.Main} reads the {@link io.agentservice.remote.Environment},
 * takes the state directory, and leaves the rest to {@code gateway} (the connection), {@code shell}
 * (commands), {@code bridge} (people's shells), {@code files} and {@code state} (the journal). The
 * protocol is in docs/gateway-protocol.md.
 *
 * <p>Invariants: whatever way the remote ends, kill -9 apart, no process of the session is left;
 * the connect token never reaches a child, a file or a log.
 */
@NullMarked
package io.agentservice.remote;

import org.jspecify.annotations.NullMarked;
