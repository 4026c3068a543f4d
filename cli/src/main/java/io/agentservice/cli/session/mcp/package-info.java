/** MCP servers that a session is given at its creation. */
@NullMarked
package io.agentservice.cli.session.mcp;

import org.jspecify.annotations.NullMarked;
