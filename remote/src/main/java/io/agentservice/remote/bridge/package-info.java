/**
 * The PTY bridge: shells for people on the same machine ({@code agent worker attach}).
 *
 * <p>{@code PtyBridge} listens on the loopback address and writes where into the state directory;
 * each connection is a {@code Visitor} with at most one shell. The frames are in {@code
 * wire.bridge}, their meaning in docs/worker.md.
 *
 * <p>Invariants: nothing is started before the secret was shown; a visitor's shell ends with its
 * connection, its connection with the shell, and both with the session; a bridge that cannot listen
 * costs the session nothing but the bridge.
 */
@NullMarked
package io.agentservice.remote.bridge;

import org.jspecify.annotations.NullMarked;
