/**
 * The remote: serves one session on a customer's machine, without logic of the agent
 * (docs/gateway-protocol.md).
 *
 * <p>Invariants: whatever way the remote ends, kill -9 apart, no process of the session is left;
 * the connect token never reaches a child, a file or a log.
 */
@NullMarked
package io.agentservice.remote;

import org.jspecify.annotations.NullMarked;
