package io.agentservice.llm.anthropic;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.Part;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.Role;
import io.agentservice.llm.ToolSpec;
import io.agentservice.llm.answers.ToolInput;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

final class AnthropicRequests {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern FOREIGN = Pattern.compile("[^a-zA-Z0-9_-]");

  private AnthropicRequests() {}

  /** {@code effort} null: the model's usual one. */
  static ObjectNode toJson(String model, Prompt prompt, @Nullable String effort) {
    var request =
        JSON.createObjectNode()
            .put("model", model)
            .put("max_tokens", prompt.maxOutputTokens())
            .put("stream", true);
    if (effort != null) {
      request.putObject("output_config").put("effort", effort);
    }
    if (!prompt.system().isBlank()) {
      cacheToHere(request.putArray("system").add(text(prompt.system())));
    }
    if (!prompt.tools().isEmpty()) {
      var tools = request.putArray("tools");
      prompt.tools().forEach(tool -> tools.add(tool(tool)));
      cacheToHere(tools);
    }
    var messages = request.putArray("messages");
    ArrayNode lastOfUser = JSON.createArrayNode();
    for (ChatMessage message : prompt.messages()) {
      var blocks = blocks(message.parts());
      // A turn in which the model said nothing: the API takes no empty messages, but two of a side.
      if (!blocks.isEmpty()) {
        String role =
            switch (message.role()) {
              case USER -> "user";
              case ASSISTANT -> "assistant";
            };
        messages.addObject().put("role", role).set("content", blocks);
        lastOfUser = message.role() == Role.USER ? blocks : lastOfUser;
      }
    }
    cacheToHere(lastOfUser);
    return request;
  }

  /** Marks the end of what is to be cached. */
  private static void cacheToHere(ArrayNode blocks) {
    if (!blocks.isEmpty()) {
      ((ObjectNode) blocks.get(blocks.size() - 1))
          .putObject("cache_control")
          .put("type", "ephemeral");
    }
  }

  private static ObjectNode tool(ToolSpec spec) {
    var tool = object().put("name", spec.name()).put("description", spec.description());
    ObjectNode schema = spec.inputSchema();
    tool.set("input_schema", schema.has("type") ? schema : schema.deepCopy().put("type", "object"));
    return tool;
  }

  private static ArrayNode blocks(List<Part> parts) {
    var blocks = JSON.createArrayNode();
    for (Part part : parts) {
      if (!(part instanceof Part.Text text && text.text().isBlank())) {
        blocks.add(block(part));
      }
    }
    return blocks;
  }

  private static ObjectNode block(Part part) {
    return switch (part) {
      case Part.Text text -> text(text.text());
      case Part.Image image -> image(image);
      case Part.Thinking thinking ->
          object()
              .put("type", "thinking")
              .put("thinking", thinking.text())
              .put("signature", thinking.signature());
      case Part.RedactedThinking redacted ->
          object().put("type", "redacted_thinking").put("data", redacted.data());
      case Part.ToolUse use -> {
        var block =
            object().put("type", "tool_use").put("id", id(use.id())).put("name", use.name());
        block.set("input", ToolInput.toSend(use));
        yield block;
      }
      case Part.ToolResult result -> {
        var block =
            object()
                .put("type", "tool_result")
                .put("tool_use_id", id(result.toolUseId()))
                .put("is_error", result.error());
        block.set("content", blocks(result.content()));
        yield block;
      }
    };
  }

  /** Other providers' have characters that the API refuses. */
  private static String id(String ofCall) {
    return FOREIGN.matcher(ofCall).replaceAll("_");
  }

  private static ObjectNode text(String words) {
    return object().put("type", "text").put("text", words);
  }

  private static ObjectNode image(Part.Image image) {
    var block = object().put("type", "image");
    block
        .putObject("source")
        .put("type", "base64")
        .put("media_type", image.mediaType())
        .put("data", image.base64());
    return block;
  }

  private static ObjectNode object() {
    return JSON.createObjectNode();
  }
}
