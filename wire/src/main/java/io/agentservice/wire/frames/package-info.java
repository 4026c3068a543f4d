/**
 * What server and remote say to each other, {@code agent-remote.v1} ({@code
 * docs/gateway-protocol.md}): {@code Frame} is sealed so that a new one does not compile until both
 * sides handle it.
 */
@NullMarked
package io.agentservice.wire.frames;

import org.jspecify.annotations.NullMarked;
