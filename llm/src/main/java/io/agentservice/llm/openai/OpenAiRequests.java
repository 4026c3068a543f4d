package io.agentservice.llm.openai;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.ToolSpec;
import io.agentservice.llm.answers.ToolInput;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

final class OpenAiRequests {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private OpenAiRequests() {}

  static ObjectNode toJson(String model, Prompt prompt, OpenAiDialect dialect) {
    var request = JSON.createObjectNode().put("model", model).put("stream", true);
    if (dialect.asksForUsage()) {
      request.putObject("stream_options").put("include_usage", true);
    }
    request.put(
        dialect.newLimit() ? "max_completion_tokens" : "max_tokens", prompt.maxOutputTokens());
    var messages = request.putArray("messages");
    if (!prompt.system().isBlank()) {
      messages.addObject().put("role", "system").put("content", prompt.system());
    }
    for (ChatMessage message : prompt.messages()) {
      switch (message.role()) {
        case USER -> addUser(messages, message.parts());
        case ASSISTANT -> addAssistant(messages, message.parts(), dialect);
      }
    }
    if (!prompt.tools().isEmpty()) {
      var tools = request.putArray("tools");
      prompt.tools().forEach(tool -> addTool(tools, tool));
    }
    return request;
  }

  private static void addTool(ArrayNode tools, ToolSpec tool) {
    tools
        .addObject()
        .put("type", "function")
        .putObject("function")
        .put("name", tool.name())
        .put("description", tool.description())
        .set("parameters", tool.inputSchema());
  }

  /** Results must follow the calls and hold only text, so their images come after them. */
  private static void addUser(ArrayNode messages, List<Part> parts) {
    var rest = JSON.createArrayNode();
    for (Part part : parts) {
      switch (part) {
        case Part.ToolResult result -> {
          addResult(messages, result);
          addImages(rest, result);
        }
        case Part.Text words -> addText(rest, words.text());
        case Part.Image image -> addImage(rest, image);
        case Part.Thinking thinking -> throw notTheUsers(thinking);
        case Part.RedactedThinking thinking -> throw notTheUsers(thinking);
        case Part.ToolUse use -> throw notTheUsers(use);
      }
    }
    if (!rest.isEmpty()) {
      messages.addObject().put("role", "user").set("content", plain(rest));
    }
  }

  private static void addResult(ArrayNode messages, Part.ToolResult result) {
    String text =
        result.content().stream()
            .filter(Part.Text.class::isInstance)
            .map(part -> ((Part.Text) part).text())
            .collect(Collectors.joining("\n"));
    messages
        .addObject()
        .put("role", "tool")
        .put("tool_call_id", result.toolUseId())
        .put("content", text);
  }

  private static void addImages(ArrayNode content, Part.ToolResult result) {
    List<Part> images = result.content().stream().filter(Part.Image.class::isInstance).toList();
    if (!images.isEmpty()) {
      addText(content, "Images of the result of tool call " + result.toolUseId() + ":");
      images.forEach(image -> addImage(content, (Part.Image) image));
    }
  }

  private static void addText(ArrayNode content, String words) {
    if (!words.isBlank()) {
      content.addObject().put("type", "text").put("text", words);
    }
  }

  private static void addImage(ArrayNode content, Part.Image image) {
    content
        .addObject()
        .put("type", "image_url")
        .putObject("image_url")
        .put("url", "data:" + image.mediaType() + ";base64," + image.base64());
  }

  /** Some servers and models know only plain text content. */
  private static JsonNode plain(ArrayNode content) {
    return StreamSupport.stream(content.spliterator(), false).allMatch(piece -> piece.has("text"))
        ? JSON.valueToTree(
            StreamSupport.stream(content.spliterator(), false)
                .map(piece -> piece.path("text").stringValue())
                .collect(Collectors.joining("\n\n")))
        : content;
  }

  /** Without thinking, which is only for the provider that signed it. */
  private static void addAssistant(ArrayNode messages, List<Part> parts, OpenAiDialect dialect) {
    var message = JSON.createObjectNode().put("role", "assistant");
    var words = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Part.Text text) {
        words.append(text.text());
      } else if (part instanceof Part.ToolUse use) {
        var call = message.withArray("tool_calls").addObject();
        call.put("id", use.id())
            .put("type", "function")
            .putObject("function")
            .put("name", use.name())
            .put("arguments", ToolInput.toText(ToolInput.toSend(use)));
        if (dialect.extraContent() && use.extraContent() != null) {
          call.set("extra_content", use.extraContent());
        }
      }
    }
    if (!words.toString().isBlank()) {
      message.put("content", words.toString());
    }
    if (message.has("content") || message.has("tool_calls")) {
      messages.add(message);
    }
  }

  private static IllegalArgumentException notTheUsers(Part part) {
    return new IllegalArgumentException(
        "a user's message cannot hold " + part.getClass().getSimpleName());
  }
}
