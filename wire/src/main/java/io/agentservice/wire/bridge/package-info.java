/**
 * The PTY bridge: how {@code agent worker attach} reaches a shell of the remote on the same machine
 * (docs/worker.md, "A terminal in a session").
 *
 * <p>{@link io.agentservice.wire.bridge.BridgeAddress} is the file by which the two find each
 * other, {@link io.agentservice.wire.bridge.BridgeFrame} what they say. One connection carries one
 * shell: open, opened, then data, resize and end one way, data and at last the exit the other way.
 */
@NullMarked
package io.agentservice.wire.bridge;

import org.jspecify.annotations.NullMarked;
