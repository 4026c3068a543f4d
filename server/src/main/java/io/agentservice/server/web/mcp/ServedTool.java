package io.agentservice.server.web.mcp;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool, and the request that it is.
 *
 * @param path below the organization, with {@code {names}} of parameters
 */
record ServedTool(
    String name, String description, String method, String path, List<Parameter> parameters) {

  /** Where a parameter goes. */
  enum In {
    PATH,
    QUERY,
    BODY,
    /** To this package. */
    HERE
  }

  /** {@code type} of JSON Schema. */
  record Parameter(String name, String type, In in, boolean required, String description) {}

  boolean readsOnly() {
    return method.equals("GET");
  }

  /** As MCP tells of it. */
  ObjectNode told() {
    var tool = Json.MAPPER.createObjectNode().put("name", name).put("description", description);
    var schema = tool.putObject("inputSchema").put("type", "object");
    var properties = schema.putObject("properties");
    var required = Json.MAPPER.createArrayNode();
    for (var parameter : parameters) {
      var property = properties.putObject(parameter.name());
      property.put("type", parameter.type()).put("description", parameter.description());
      if (parameter.type().equals("array")) {
        property.putObject("items").put("type", "string");
      }
      if (parameter.required()) {
        required.add(parameter.name());
      }
    }
    schema.set("required", required);
    schema.put("additionalProperties", false);
    var hints = tool.putObject("annotations");
    hints.put("readOnlyHint", readsOnly());
    hints.put("destructiveHint", method.equals("DELETE"));
    hints.put("openWorldHint", false);
    return tool;
  }
}
