package io.agentservice.llm;

import com.openai.core.JsonValue;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import java.util.ArrayList;
import java.util.List;

/** Writes a prompt as a request of the chat completions API. */
final class OpenAiRequests {

  private OpenAiRequests() {}

  static ChatCompletionCreateParams toParams(String model, Prompt prompt, OpenAiDialect dialect) {
    var params = ChatCompletionCreateParams.builder().model(model);
    if (dialect.asksForUsage()) {
      params.streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build());
    }
    if (dialect.newLimit()) {
      params.maxCompletionTokens(prompt.maxOutputTokens());
    } else {
      limitByOldName(params, prompt.maxOutputTokens());
    }
    if (!prompt.system().isBlank()) {
      params.addSystemMessage(prompt.system());
    }
    for (ChatMessage message : prompt.messages()) {
      switch (message.role()) {
        case USER -> addUser(params, message.parts());
        case ASSISTANT -> addAssistant(params, message.parts());
      }
    }
    prompt.tools().forEach(tool -> params.addFunctionTool(function(tool)));
    return params.build();
  }

  @SuppressWarnings("deprecation") // By OpenAI, not by the servers that only know this name.
  private static void limitByOldName(ChatCompletionCreateParams.Builder params, long tokens) {
    params.maxTokens(tokens);
  }

  private static FunctionDefinition function(ToolSpec tool) {
    var parameters = FunctionParameters.builder();
    ToolInput.toMap(tool.inputSchema())
        .forEach((name, value) -> parameters.putAdditionalProperty(name, JsonValue.from(value)));
    return FunctionDefinition.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(parameters.build())
        .build();
  }

  /**
   * Tool results must follow the calls at once and hold only text here, so their images come after
   * all of them, with the user's own words.
   */
  private static void addUser(ChatCompletionCreateParams.Builder params, List<Part> parts) {
    var rest = new ArrayList<ChatCompletionContentPart>();
    for (Part part : parts) {
      switch (part) {
        case Part.ToolResult result -> {
          params.addMessage(toolMessage(result));
          List<Part> images =
              result.content().stream().filter(Part.Image.class::isInstance).toList();
          if (!images.isEmpty()) {
            rest.add(text("Images of the result of tool call " + result.toolUseId() + ":"));
            images.forEach(image -> rest.add(image((Part.Image) image)));
          }
        }
        case Part.Text words -> {
          if (!words.text().isBlank()) {
            rest.add(text(words.text()));
          }
        }
        case Part.Image image -> rest.add(image(image));
        case Part.Thinking thinking -> throw notTheUsers(thinking);
        case Part.RedactedThinking thinking -> throw notTheUsers(thinking);
        case Part.ToolUse use -> throw notTheUsers(use);
      }
    }
    if (rest.stream().allMatch(ChatCompletionContentPart::isText)) {
      // Some servers and models know only plain text content.
      if (!rest.isEmpty()) {
        params.addUserMessage(
            String.join("\n\n", rest.stream().map(p -> p.asText().text()).toList()));
      }
    } else {
      params.addUserMessageOfArrayOfContentParts(rest);
    }
  }

  private static void addAssistant(ChatCompletionCreateParams.Builder params, List<Part> parts) {
    var message = ChatCompletionAssistantMessageParam.builder();
    var words = new StringBuilder();
    boolean empty = true;
    for (Part part : parts) {
      if (part instanceof Part.Text text) {
        words.append(text.text());
      } else if (part instanceof Part.ToolUse use) {
        empty = false;
        message.addToolCall(
            ChatCompletionMessageFunctionToolCall.builder()
                .id(use.id())
                .function(
                    ChatCompletionMessageFunctionToolCall.Function.builder()
                        .name(use.name())
                        .arguments(ToolInput.toText(ToolInput.toSend(use)))
                        .build())
                .build());
      }
      // Thinking is only for the provider that signed it.
    }
    if (!words.toString().isBlank()) {
      empty = false;
      message.content(words.toString());
    }
    if (!empty) {
      params.addMessage(message.build());
    }
  }

  private static ChatCompletionToolMessageParam toolMessage(Part.ToolResult result) {
    List<String> texts =
        result.content().stream()
            .filter(Part.Text.class::isInstance)
            .map(part -> ((Part.Text) part).text())
            .toList();
    return ChatCompletionToolMessageParam.builder()
        .toolCallId(result.toolUseId())
        .content(String.join("\n", texts))
        .build();
  }

  private static ChatCompletionContentPart text(String words) {
    return ChatCompletionContentPart.ofText(
        ChatCompletionContentPartText.builder().text(words).build());
  }

  private static ChatCompletionContentPart image(Part.Image image) {
    return ChatCompletionContentPart.ofImageUrl(
        ChatCompletionContentPartImage.builder()
            .imageUrl(
                ChatCompletionContentPartImage.ImageUrl.builder()
                    .url("data:" + image.mediaType() + ";base64," + image.base64())
                    .build())
            .build());
  }

  private static IllegalArgumentException notTheUsers(Part part) {
    return new IllegalArgumentException(
        "a user's message cannot hold " + part.getClass().getSimpleName());
  }
}
