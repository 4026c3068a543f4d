package io.agentservice.llm;

import java.util.List;

/**
 * Everything a model sees in one call.
 *
 * @param system may be empty
 * @param messages oldest first; the last one is the user's
 * @param tools in an order that stays the same from call to call, for the cache
 * @param maxOutputTokens bound of the reply, thinking included; at least 1
 */
public record Prompt(
    String system, List<ChatMessage> messages, List<ToolSpec> tools, int maxOutputTokens) {

  private static final String UNSEEN = "[an image, which you can't see]";

  public Prompt {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (maxOutputTokens < 1) {
      throw new IllegalArgumentException("maxOutputTokens must be at least 1: " + maxOutputTokens);
    }
  }

  /** For a model that sees none: a line of text in the place of each image. */
  public Prompt withoutImages() {
    var blind =
        messages.stream()
            .map(message -> new ChatMessage(message.role(), blind(message.parts())))
            .toList();
    return new Prompt(system, blind, tools, maxOutputTokens);
  }

  private static List<Part> blind(List<Part> parts) {
    return parts.stream()
        .<Part>map(part ->
            switch (part) {
              case Part.Image _ -> new Part.Text(UNSEEN);
              case Part.ToolResult result ->
                  new Part.ToolResult(result.toolUseId(), blind(result.content()), result.error());
              default -> part;
            })
        .toList();
  }
}
