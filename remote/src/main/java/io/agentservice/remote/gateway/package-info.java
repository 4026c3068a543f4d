/**
 * The connection to the gateway: dial, hello, frames in, frames out, dial again.
 *
 * <p>{@link io.agentservice.remote.gateway.Gateway} is the loop over connections. Each connection
 * has a {@code Dispatcher} that carries out frames in order and {@code Streams} that send output. A
 * connection ends exactly once, as {@code Stop} (exit with a code) or {@code Lost} (dial again).
 *
 * <p>Invariants: nothing that a command does waits for the connection; per channel at most one
 * window of output is unacknowledged; the queue of outgoing messages is bounded.
 */
@NullMarked
package io.agentservice.remote.gateway;

import org.jspecify.annotations.NullMarked;
