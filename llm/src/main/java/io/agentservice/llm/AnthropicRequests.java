package io.agentservice.llm;

import com.anthropic.core.JsonField;
import com.anthropic.core.JsonMissing;
import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.CacheControlEphemeral;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.ImageBlockParam;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RedactedThinkingBlockParam;
import com.anthropic.models.messages.TextBlockParam;
import com.anthropic.models.messages.ThinkingBlockParam;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlockParam;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Writes a prompt as a request of the Messages API. */
final class AnthropicRequests {

  private static final JsonField<CacheControlEphemeral> CACHE_TO_HERE =
      JsonField.of(CacheControlEphemeral.builder().build());

  /** Left out; an empty Optional would be written as null. */
  @SuppressWarnings("unchecked") // The SDK's "missing" fits any field.
  private static final JsonField<CacheControlEphemeral> NO_MARK = JsonMissing.of();

  private AnthropicRequests() {}

  static MessageCreateParams toParams(String model, Prompt prompt) {
    var params = MessageCreateParams.builder().model(model).maxTokens(prompt.maxOutputTokens());
    if (!prompt.system().isBlank()) {
      params.systemOfTextBlockParams(
          List.of(
              TextBlockParam.builder().text(prompt.system()).cacheControl(CACHE_TO_HERE).build()));
    }
    for (int i = 0; i < prompt.tools().size(); i++) {
      boolean last = i == prompt.tools().size() - 1;
      params.addTool(tool(prompt.tools().get(i), last ? CACHE_TO_HERE : NO_MARK));
    }
    int lastUser = lastUserMessage(prompt.messages());
    for (int i = 0; i < prompt.messages().size(); i++) {
      ChatMessage message = prompt.messages().get(i);
      List<ContentBlockParam> blocks = blocks(message.parts(), i == lastUser);
      // A turn in which the model said nothing: the API takes no empty messages, but two of a side.
      if (!blocks.isEmpty()) {
        switch (message.role()) {
          case USER -> params.addUserMessageOfContentBlockParams(blocks);
          case ASSISTANT -> params.addAssistantMessageOfContentBlockParams(blocks);
        }
      }
    }
    return params.build();
  }

  private static int lastUserMessage(List<ChatMessage> messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).role() == Role.USER
          && messages.get(i).parts().stream().anyMatch(AnthropicRequests::isSent)) {
        return i;
      }
    }
    return -1;
  }

  private static Tool tool(ToolSpec spec, JsonField<CacheControlEphemeral> cache) {
    var schema = Tool.InputSchema.builder();
    ToolInput.toMap(spec.inputSchema())
        .forEach((name, value) -> {
          if (name.equals("type")) {
            schema.type(JsonValue.from(value));
          } else {
            schema.putAdditionalProperty(name, JsonValue.from(value));
          }
        });
    return Tool.builder()
        .name(spec.name())
        .description(spec.description())
        .inputSchema(schema.build())
        .cacheControl(cache)
        .build();
  }

  private static List<ContentBlockParam> blocks(List<Part> parts, boolean cacheToHere) {
    List<Part> sent = parts.stream().filter(AnthropicRequests::isSent).toList();
    var blocks = new ArrayList<ContentBlockParam>();
    for (int i = 0; i < sent.size(); i++) {
      boolean mark = cacheToHere && i == sent.size() - 1;
      blocks.add(block(sent.get(i), mark ? CACHE_TO_HERE : NO_MARK));
    }
    return blocks;
  }

  /** The API refuses text without a visible character. */
  private static boolean isSent(Part part) {
    return !(part instanceof Part.Text text && text.text().isBlank());
  }

  private static ContentBlockParam block(Part part, JsonField<CacheControlEphemeral> cache) {
    return switch (part) {
      case Part.Text text ->
          ContentBlockParam.ofText(
              TextBlockParam.builder().text(text.text()).cacheControl(cache).build());
      case Part.Image image ->
          ContentBlockParam.ofImage(
              ImageBlockParam.builder().source(source(image)).cacheControl(cache).build());
      case Part.Thinking thinking ->
          ContentBlockParam.ofThinking(
              ThinkingBlockParam.builder()
                  .thinking(thinking.text())
                  .signature(thinking.signature())
                  .build());
      case Part.RedactedThinking redacted ->
          ContentBlockParam.ofRedactedThinking(
              RedactedThinkingBlockParam.builder().data(redacted.data()).build());
      case Part.ToolUse use ->
          ContentBlockParam.ofToolUse(
              ToolUseBlockParam.builder()
                  .id(use.id())
                  .name(use.name())
                  .input(input(ToolInput.toSend(use)))
                  .cacheControl(cache)
                  .build());
      case Part.ToolResult result ->
          ContentBlockParam.ofToolResult(
              ToolResultBlockParam.builder()
                  .toolUseId(result.toolUseId())
                  .contentOfBlocks(resultBlocks(result.content()))
                  .isError(result.error())
                  .cacheControl(cache)
                  .build());
    };
  }

  private static List<ToolResultBlockParam.Content.Block> resultBlocks(List<Part> content) {
    var blocks = new ArrayList<ToolResultBlockParam.Content.Block>();
    for (Part part : content) {
      if (part instanceof Part.Image image) {
        blocks.add(ToolResultBlockParam.Content.Block.ofImage(source(image)));
      } else if (part instanceof Part.Text text && !text.text().isBlank()) {
        blocks.add(ToolResultBlockParam.Content.Block.ofText(text.text()));
      }
    }
    return blocks;
  }

  private static ToolUseBlockParam.Input input(JsonNode object) {
    var input = ToolUseBlockParam.Input.builder();
    ToolInput.toMap(object)
        .forEach((name, value) -> input.putAdditionalProperty(name, JsonValue.from(value)));
    return input.build();
  }

  private static Base64ImageSource source(Part.Image image) {
    return Base64ImageSource.builder()
        .mediaType(Base64ImageSource.MediaType.of(image.mediaType()))
        .data(image.base64())
        .build();
  }
}
