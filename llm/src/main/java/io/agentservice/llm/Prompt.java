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

  public Prompt {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (maxOutputTokens < 1) {
      throw new IllegalArgumentException("maxOutputTokens must be at least 1: " + maxOutputTokens);
    }
  }
}
