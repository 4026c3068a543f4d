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

  /**
   * An object; or the text itself as a JSON string if it is not one. No text means no arguments.
   */
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

  /** As {@link #read}, of the last call of a reply that was cut: no text may mean any arguments. */
  public static JsonNode readCut(String text) {
    return text.isBlank() ? StringNode.valueOf(text) : read(text);
  }

  /**
   * The object to send back to a provider. Providers take only objects, so malformed input is
   * wrapped.
   */
  public static JsonNode toSend(Part.ToolUse use) {
    return use.malformedInput()
        .<JsonNode>map(text -> JSON.createObjectNode().put("malformed_input", text))
        .orElse(use.input());
  }

  /** An object as a provider takes it where it wants text. */
  public static String toText(JsonNode node) {
    return JSON.writeValueAsString(node);
  }
}
