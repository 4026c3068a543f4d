/**
 * The PTY bridge: shells for people on the same machine ({@code agent worker attach},
 * docs/worker.md).
 *
 * <p>Invariants: nothing starts before the secret was shown; a visitor's shell and connection end
 * with each other and with the session; a bridge that cannot listen costs only the bridge.
 */
@NullMarked
package io.agentservice.remote.bridge;

import org.jspecify.annotations.NullMarked;
