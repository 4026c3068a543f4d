/**
 * The connection to the gateway: dial, hello, frames in, frames out, dial again.
 *
 * <p>Invariants: nothing that a command does waits for the connection; at most one window of output
 * per channel is unacknowledged; the queue of outgoing messages is bounded; a connection ends once,
 * as {@code Stop} or {@code Lost}.
 */
@NullMarked
package io.agentservice.remote.gateway;

import org.jspecify.annotations.NullMarked;
