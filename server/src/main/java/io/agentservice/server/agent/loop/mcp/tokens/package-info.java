/** Tokens that the service gets for itself, for servers that want OAuth (ADR 0115). */
@NullMarked
package io.agentservice.server.agent.loop.mcp.tokens;

import org.jspecify.annotations.NullMarked;
