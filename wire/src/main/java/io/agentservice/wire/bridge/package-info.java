/**
 * The PTY bridge: how {@code agent worker attach} reaches a shell of the remote on the same machine
 * (docs/worker.md, "A terminal in a session"). One connection carries one shell.
 */
@NullMarked
package io.agentservice.wire.bridge;

import org.jspecify.annotations.NullMarked;
