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
  static final int MOST = 32;

  /** Characters of one attribute, about. */
  private static final int LARGEST = 4 * LONGEST;

  private Texts() {}

  /** One message of that role. */
  static String message(String role, List<Part> parts) {
    var message = JSON.createObjectNode().put("role", role);
    var shown = message.putArray("parts");
    int room = LARGEST;
    for (var part : parts.subList(0, Math.min(MOST, parts.size()))) {
      room -= add(shown, part);
      if (room <= 0) {
        break;
      }
    }
    return JSON.createArrayNode().add(message).toString();
  }

  /** Messages of people, each a message of its own. */
  static String ofUser(List<String> texts) {
    var messages = JSON.createArrayNode();
    int room = LARGEST;
    for (int i = 0; i < texts.size() && i < MOST && room > 0; i++) {
      var message = messages.addObject().put("role", "user");
      room -= add(message.putArray("parts"), new Part.Text(texts.get(i)));
    }
    return messages.toString();
  }

  static String arguments(JsonNode input) {
    return cut(input.toString());
  }

  static String result(List<Part> content) {
    var text = new StringBuilder();
    for (var part : content) {
      if (text.length() <= LONGEST && part instanceof Part.Text(String words)) {
        text.append(text.isEmpty() ? "" : "\n").append(cut(words));
      }
    }
    return cut(text.toString());
  }

  /** Says how many characters it took. What a model thought stays with it; images do, too. */
  private static int add(ArrayNode parts, Part part) {
    return switch (part) {
      case Part.Text(String text) -> {
        var shown = cut(text);
        part(parts, "text").put("content", shown);
        yield shown.length();
      }
      case Part.ToolUse use -> {
        var shown = arguments(use.input());
        part(parts, "tool_call")
            .put("id", use.id())
            .put("name", use.name())
            .put("arguments", shown);
        yield shown.length();
      }
      case Part.Image _, Part.ToolResult _, Part.Thinking _, Part.RedactedThinking _ -> 0;
    };
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
