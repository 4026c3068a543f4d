/**
 * The service as an MCP server, by streamable HTTP at {@code /mcp}: other agents start sessions,
 * read and answer them, and read what an organization has written down. Each tool is a request of
 * our own interface, made in the caller's name on the connection on which it came: keys,
 * permissions, limits, access lists and audit records are those of that request, and none are
 * decided here. Keeps no state.
 */
@NullMarked
package io.agentservice.server.web.mcp;

import org.jspecify.annotations.NullMarked;
