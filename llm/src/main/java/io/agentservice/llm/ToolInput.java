package io.agentservice.llm;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Tool input between a provider's text and our JSON; see {@link Part.ToolUse#malformedInput}. */
final class ToolInput {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};

  private ToolInput() {}

  /**
   * An object; or the text itself as a JSON string if it is not one. No text means no arguments.
   */
  static JsonNode read(String text) {
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
   * The object to send back to a provider. Providers take only objects, so malformed input is
   * wrapped.
   */
  static JsonNode toSend(Part.ToolUse use) {
    return use.malformedInput()
        .<JsonNode>map(text -> JSON.createObjectNode().put("malformed_input", text))
        .orElse(use.input());
  }

  /** As plain Java maps, lists and values, which the SDKs take whatever Jackson they use. */
  static Map<String, Object> toMap(JsonNode object) {
    return JSON.convertValue(object, MAP);
  }

  static String toText(JsonNode node) {
    return JSON.writeValueAsString(node);
  }
}
