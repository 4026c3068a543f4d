/**
 * The proof that a fleet cleans up after itself (fleet.md 3, 6 to 8): sessions run through real
 * workers and remotes while these are killed with {@code kill -9}, alone and together, at any
 * moment of a session's life. Every session must still come to its right end, and nothing may be
 * left: no process, directory, socket, connect token or claim.
 *
 * <p>States of a worker here: running, killed, started again after a pause. {@link
 * io.agentservice.e2e.fleet.Fleet} alone starts them; {@link io.agentservice.e2e.fleet.Killer}
 * kills them; {@link io.agentservice.e2e.fleet.SessionRules} and {@link
 * io.agentservice.e2e.fleet.Remains} judge what is there in the end and say in words what is wrong.
 */
@NullMarked
package io.agentservice.e2e.fleet;

import org.jspecify.annotations.NullMarked;
