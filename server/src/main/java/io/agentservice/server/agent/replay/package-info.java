/**
 * Recorded calls of tools, carried out once more on a machine: the tools of the loop by the
 * connection of the gateway, without a session, a database and a model (ADR 0100). Knows nothing of
 * who asks for it; uses {@code loop.tools} and {@code gateway}.
 */
@NullMarked
package io.agentservice.server.agent.replay;

import org.jspecify.annotations.NullMarked;
