/** MCP servers of one session alone. */
@NullMarked
package io.agentservice.server.engine.sessions.mcp;

import org.jspecify.annotations.NullMarked;
