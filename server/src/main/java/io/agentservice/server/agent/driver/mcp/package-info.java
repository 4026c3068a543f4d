/** Which MCP servers a session may ask, and with what: its organization's, with their secrets. */
@NullMarked
package io.agentservice.server.agent.driver.mcp;

import org.jspecify.annotations.NullMarked;
