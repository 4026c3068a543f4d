package io.agentservice.llm;

import java.util.List;

/**
 * One side's contribution to a conversation. Stored in event logs.
 *
 * @param role who speaks
 * @param parts what is said, in order. {@link Part.ToolUse} and {@link Part.Thinking} belong to the
 *     assistant, {@link Part.ToolResult} and {@link Part.Image} to the user. Every tool use is
 *     answered by a result with its id in the very next message.
 */
public record ChatMessage(Role role, List<Part> parts) {

  /** Copies the list. */
  public ChatMessage {
    parts = List.copyOf(parts);
  }

  /** A message of the user's side. */
  public static ChatMessage user(Part... parts) {
    return new ChatMessage(Role.USER, List.of(parts));
  }

  /** A user's message that is only text. */
  public static ChatMessage user(String text) {
    return user(new Part.Text(text));
  }

  /** A message of the model's side, usually {@link Reply#parts}. */
  public static ChatMessage assistant(List<Part> parts) {
    return new ChatMessage(Role.ASSISTANT, parts);
  }

  /**
   * The same without thinking. Providers take thinking back only in the conversation and from the
   * model that wrote it: leave it out when another model goes on, and when older messages have been
   * rewritten.
   */
  public ChatMessage withoutThinking() {
    return new ChatMessage(
        role,
        parts.stream()
            .filter(
                part -> !(part instanceof Part.Thinking || part instanceof Part.RedactedThinking))
            .toList());
  }
}
