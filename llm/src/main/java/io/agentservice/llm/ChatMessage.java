package io.agentservice.llm;

import java.util.List;

/**
 * One side's contribution to a conversation, in order; stored in event logs. {@link Part.ToolUse}
 * and {@link Part.Thinking} are the assistant's, {@link Part.ToolResult} and {@link Part.Image} the
 * user's. Every tool use is answered by a result with its id in the very next message.
 */
public record ChatMessage(Role role, List<Part> parts) {

  public ChatMessage {
    parts = List.copyOf(parts);
  }

  public static ChatMessage user(Part... parts) {
    return new ChatMessage(Role.USER, List.of(parts));
  }

  public static ChatMessage user(String text) {
    return user(new Part.Text(text));
  }

  /** A message of the model's side, usually {@link Reply#parts}. */
  public static ChatMessage assistant(List<Part> parts) {
    return new ChatMessage(Role.ASSISTANT, parts);
  }

  /** Without thinking, for another model or rewritten messages: only its writer may get it back. */
  public ChatMessage withoutThinking() {
    return new ChatMessage(
        role,
        parts.stream()
            .filter(
                part -> !(part instanceof Part.Thinking || part instanceof Part.RedactedThinking))
            .toList());
  }
}
