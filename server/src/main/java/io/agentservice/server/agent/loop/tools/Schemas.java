package io.agentservice.server.agent.loop.tools;

import io.agentservice.llm.ToolSpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes what models are told from text blocks. */
final class Schemas {
  static final JsonMapper JSON = JsonMapper.shared();

  private Schemas() {}

  /** Line breaks of the description are spaces. */
  static ToolSpec spec(String name, String description, String inputSchema) {
    return new ToolSpec(
        name,
        description.strip().replace("\n", " "),
        JSON.readValue(inputSchema, ObjectNode.class));
  }
}
