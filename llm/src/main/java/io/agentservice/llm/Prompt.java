package io.agentservice.llm;

import java.util.List;

/**
 * Everything a model sees in one call.
 *
 * @param system instructions ahead of the conversation; may be empty
 * @param messages the conversation, oldest first; the last one is the user's
 * @param tools what the model may call, in an order that stays the same from call to call (it is
 *     cached)
 * @param maxOutputTokens bound of the reply, thinking included; at least 1
 */
public record Prompt(
    String system, List<ChatMessage> messages, List<ToolSpec> tools, int maxOutputTokens) {

  /** Copies the lists. */
  public Prompt {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (maxOutputTokens < 1) {
      throw new IllegalArgumentException("maxOutputTokens must be at least 1: " + maxOutputTokens);
    }
  }
}
