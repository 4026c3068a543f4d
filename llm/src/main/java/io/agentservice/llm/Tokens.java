package io.agentservice.llm;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Estimates tokens where nobody has counted them. */
public final class Tokens {

  /** Fewer than usual texts have for a token, so that estimates are rather too high. */
  private static final int CHARACTERS_PER_TOKEN = 3;

  private static final int CHARACTERS_PER_IMAGE = 6_000;

  /** What the providers put around each part of a message. */
  private static final int CHARACTERS_PER_PART = 30;

  private Tokens() {}

  /** An estimate that is rather too high. */
  public static long ofCharacters(long characters) {
    return characters / CHARACTERS_PER_TOKEN;
  }

  /** Size of a whole prompt in characters, about. */
  public static long characters(Prompt prompt) {
    long size = prompt.system().length();
    for (ToolSpec tool : prompt.tools()) {
      size += tool.name().length() + tool.description().length() + characters(tool.inputSchema());
    }
    for (ChatMessage message : prompt.messages()) {
      size += characters(message.parts());
    }
    return size;
  }

  /** Size of parts in characters, about; a picture counts as what it costs. */
  public static long characters(List<Part> parts) {
    long size = 0;
    for (Part part : parts) {
      size +=
          CHARACTERS_PER_PART
              + switch (part) {
                case Part.Text text -> text.text().length();
                case Part.Image _ -> CHARACTERS_PER_IMAGE;
                case Part.Thinking thinking ->
                    thinking.text().length() + thinking.signature().length();
                case Part.RedactedThinking redacted -> redacted.data().length();
                case Part.ToolUse use ->
                    use.name().length()
                        + characters(use.input())
                        + (use.extraContent() == null ? 0 : characters(use.extraContent()));
                case Part.ToolResult result -> characters(result.content());
              };
    }
    return size;
  }

  /** The estimated length of its text, without writing it. */
  private static long characters(JsonNode json) {
    long size = 8;
    if (json.isString()) {
      size += json.stringValue().length();
    } else {
      for (var child : json) {
        size += 8 + characters(child);
      }
    }
    return size;
  }

  /** An estimate for servers that report no usage. */
  public static Usage usage(Prompt prompt, Reply reply) {
    return new Usage(
        ofCharacters(characters(prompt)), ofCharacters(characters(reply.parts())), 0, 0);
  }
}
