/**
 * The frames of the gateway protocol, {@code agent-remote.v1}: what the server and a remote say to
 * each other over one websocket. The words are explained in {@code docs/gateway-protocol.md}; this
 * package is the same text as types.
 *
 * <p>{@link io.agentservice.wire.frames.Frame} is sealed in two halves, {@link
 * io.agentservice.wire.frames.ToRemote} and {@link io.agentservice.wire.frames.ToServer}, so that
 * either side switches over what it may receive without a {@code default} and a new frame does not
 * compile until both sides handle it.
 */
@NullMarked
package io.agentservice.wire.frames;

import org.jspecify.annotations.NullMarked;
