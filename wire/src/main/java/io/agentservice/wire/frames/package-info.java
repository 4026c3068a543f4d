/**
 * What server and remote say to each other, {@code agent-remote.v1} ({@code
 * docs/gateway-protocol.md}), a sealed interface for each direction: a new frame does not compile
 * until both sides handle it.
 */
@NullMarked
package io.agentservice.wire.frames;

import org.jspecify.annotations.NullMarked;
