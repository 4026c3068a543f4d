package io.agentservice.llm.answers;

import io.agentservice.llm.Part;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Tool input between a provider's text and our JSON; see {@link Part.ToolUse#malformedInput}. */
public final class ToolInput {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private ToolInput() {}

  /** An object, empty for no text; or what is no object as a JSON string. */
  public static JsonNode read(String text) {
    if (text.isBlank()) {
      return JSON.createObjectNode();
    }
    try {
      JsonNode node = JSON.readTree(text);
      return node.isObject() ? node : StringNode.valueOf(text);
    } catch (JacksonException e) {
      return StringNode.valueOf(text);
    }
  }

  /**
   * As {@link #read}, of a reply's last call that was cut off: no text may stand for any arguments.
   */
  public static JsonNode readCut(String text) {
    return text.isBlank() ? StringNode.valueOf(text) : read(text);
  }

  /** Providers take only objects, so malformed input is wrapped. */
  public static JsonNode toSend(Part.ToolUse use) {
    return use.malformedInput()
        .<JsonNode>map(text -> JSON.createObjectNode().put("malformed_input", text))
        .orElse(use.input());
  }

  /** The object of {@link #toSend} for a provider that takes text. */
  public static String toText(JsonNode node) {
    return JSON.writeValueAsString(node);
  }
}
