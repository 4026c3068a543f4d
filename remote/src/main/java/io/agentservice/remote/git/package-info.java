/**
 * Git of the session's commands reaches the organization's forges through the gateway, with
 * credentials that the server makes when git asks (ADR 0055, {@code docs/gateway-protocol.md}).
 * Nothing of it is written to a disk but the address of a socket. May depend on shell and state.
 */
@NullMarked
package io.agentservice.remote.git;

import org.jspecify.annotations.NullMarked;
