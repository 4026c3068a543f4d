package io.agentservice.llm;

import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as the model sees it.
 *
 * @param name 1..64 characters out of {@code a-z A-Z 0-9 _ -}
 * @param description when to use it and what comes back
 * @param inputSchema JSON Schema whose {@code type} is {@code object}
 */
public record ToolSpec(String name, String description, ObjectNode inputSchema) {}
