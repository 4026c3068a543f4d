package io.agentservice.server.agent.loop.mcp;

import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpException.Fate;
import io.agentservice.wire.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a server says of its tools; one that lies about one of them is not used at all. */
final class McpListing {
  static final int MOST_TOOLS = 100;
  static final int MOST_SCHEMA = 16 << 10;
  static final int MOST_SCHEMAS = 256 << 10;
  private static final int MOST_DESCRIPTION = 1_000;
  private static final int LONGEST_NAME = 64;
  private static final int MOST_DEPTH = 16;

  private McpListing() {}

  /** Throws {@link McpException}, with what is wrong. */
  static List<McpTool> of(String server, List<JsonNode> told, @Nullable List<String> allowed) {
    var tools = new ArrayList<McpTool>();
    var own = new HashSet<String>();
    var names = new HashSet<String>();
    long characters = 0;
    for (var tool : told) {
      String theirs = tool.path("name").asString("");
      if (theirs.isBlank() || theirs.length() > 256) {
        throw wrong("one of its tools has no name, or a very long one");
      }
      if (allowed != null && !allowed.contains(theirs)) {
        continue;
      }
      if (tools.size() == MOST_TOOLS) {
        throw wrong("it has more than %d tools; allow some of them".formatted(MOST_TOOLS));
      }
      String name = name(server, theirs, names);
      if (!own.add(theirs) || !names.add(name)) {
        throw wrong("it has two tools " + theirs);
      }
      var schema = schema(theirs, tool.path("inputSchema"));
      characters += schema.toString().length();
      if (characters > MOST_SCHEMAS) {
        throw wrong(
            "the schemas of its tools have more than %,d characters together; allow some of them"
                .formatted(MOST_SCHEMAS));
      }
      boolean readOnly = tool.path("annotations").path("readOnlyHint").asBoolean(false);
      tools.add(new McpTool(name, theirs, description(server, tool), schema, readOnly));
    }
    return tools;
  }

  private static String name(String server, String own, Set<String> taken) {
    String name = "mcp__" + server + "__" + own.replaceAll("[^A-Za-z0-9_-]", "_");
    if (name.length() <= LONGEST_NAME && !taken.contains(name)) {
      return name;
    }
    var sum = new CRC32();
    sum.update(own.getBytes(StandardCharsets.UTF_8));
    String end = "_" + HexFormat.of().toHexDigits((int) sum.getValue());
    return name.substring(0, Math.min(name.length(), LONGEST_NAME - end.length())) + end;
  }

  private static String description(String server, JsonNode tool) {
    String text = tool.path("description").asString("").strip();
    String cut = text.length() <= MOST_DESCRIPTION ? text : Cut.to(MOST_DESCRIPTION, text) + " ...";
    return "[MCP server " + server + "] " + cut;
  }

  private static ObjectNode schema(String tool, JsonNode schema) {
    String lie = lie(schema);
    if (lie != null) {
      throw wrong("the schema of its tool %s %s".formatted(tool, lie));
    }
    return (ObjectNode) schema;
  }

  private static @Nullable String lie(JsonNode schema) {
    if (!schema.isObject()) {
      return "is no object";
    }
    if (!schema.path("type").asString("").equals("object")) {
      return "is not of type object";
    }
    if (schema.toString().length() > MOST_SCHEMA) {
      return "has more than %,d characters".formatted(MOST_SCHEMA);
    }
    if (depth(schema) > MOST_DEPTH) {
      return "is nested more than %d deep".formatted(MOST_DEPTH);
    }
    var properties = schema.path("properties");
    if (!properties.isMissingNode()
        && (!properties.isObject()
            || !properties.valueStream().allMatch(one -> one.isObject() || one.isBoolean()))) {
      return "has properties that are no schemas";
    }
    var required = schema.path("required");
    if (!required.isMissingNode()
        && (!required.isArray() || !required.valueStream().allMatch(JsonNode::isString))) {
      return "requires what is no list of names";
    }
    return null;
  }

  private static int depth(JsonNode node) {
    return node.isContainer()
        ? 1 + node.valueStream().mapToInt(McpListing::depth).max().orElse(0)
        : 0;
  }

  private static McpException wrong(String what) {
    return new McpException(Fate.NOT_DONE, what);
  }
}
