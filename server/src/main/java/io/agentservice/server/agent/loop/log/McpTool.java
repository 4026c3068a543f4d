package io.agentservice.server.agent.loop.log;

import tools.jackson.databind.JsonNode;

/**
 * A tool of an MCP server, as it was listed.
 *
 * @param name for the model
 * @param tool the server's own name of it
 * @param readOnly the server says that it changes nothing
 */
public record McpTool(
    String name, String tool, String description, JsonNode schema, boolean readOnly) {}
