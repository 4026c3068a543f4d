package io.agentservice.server.agent.driver.traces;

import io.agentservice.llm.Part;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Texts as the conventions have them, as JSON, each of them cut. */
final class Texts {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** Characters of one text. */
  static final int LONGEST = 8_192;

  /** Parts of one attribute. */
  private static final int MOST = 32;

  private Texts() {}

  /** One message of that role. */
  static String message(String role, List<Part> parts) {
    var message = JSON.createObjectNode().put("role", role);
    var shown = message.putArray("parts");
    parts.stream().limit(MOST).forEach(part -> add(shown, part));
    return JSON.createArrayNode().add(message).toString();
  }

  /** Messages of people, each a message of its own. */
  static String ofUser(List<String> texts) {
    var messages = JSON.createArrayNode();
    texts.stream()
        .limit(MOST)
        .forEach(text -> {
          var message = messages.addObject().put("role", "user");
          add(message.putArray("parts"), new Part.Text(text));
        });
    return messages.toString();
  }

  static String arguments(JsonNode input) {
    return cut(input.toString());
  }

  static String result(List<Part> content) {
    var text = new StringBuilder();
    for (var part : content) {
      if (part instanceof Part.Text(String words)) {
        text.append(text.isEmpty() ? "" : "\n").append(cut(words));
      }
    }
    return cut(text.toString());
  }

  /** What a model thought stays with it. */
  private static void add(ArrayNode parts, Part part) {
    switch (part) {
      case Part.Text(String text) -> part(parts, "text").put("content", cut(text));
      case Part.ToolUse use ->
          part(parts, "tool_call")
              .put("id", use.id())
              .put("name", use.name())
              .put("arguments", arguments(use.input()));
      case Part.Image _ -> part(parts, "blob").put("modality", "image");
      case Part.ToolResult _, Part.Thinking _, Part.RedactedThinking _ -> {}
    }
  }

  private static ObjectNode part(ArrayNode parts, String type) {
    return parts.addObject().put("type", type);
  }

  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "[... cut]";
  }
}
