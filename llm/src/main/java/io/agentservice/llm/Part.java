package io.agentservice.llm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A piece of a message. Stored in event logs as an object whose {@code type} names the kind. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Part.Text.class, name = "text"),
  @JsonSubTypes.Type(value = Part.Image.class, name = "image"),
  @JsonSubTypes.Type(value = Part.Thinking.class, name = "thinking"),
  @JsonSubTypes.Type(value = Part.RedactedThinking.class, name = "redacted_thinking"),
  @JsonSubTypes.Type(value = Part.ToolUse.class, name = "tool_use"),
  @JsonSubTypes.Type(value = Part.ToolResult.class, name = "tool_result"),
})
public sealed interface Part {

  /** Visible text. */
  record Text(String text) implements Part {}

  /**
   * A picture for the model to look at.
   *
   * @param mediaType {@code image/png}, {@code image/jpeg}, {@code image/gif} or {@code image/webp}
   * @param base64 the file's bytes in standard Base64 without line breaks
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Image(String mediaType, String base64) implements Part {}

  /**
   * What the model thought before it spoke. Goes back to the model that wrote it untouched, since
   * the signature covers the text; other providers do not get to see it.
   *
   * @param text may be empty when the provider keeps the thinking to itself
   * @param signature the provider's seal; opaque
   */
  record Thinking(String text, String signature) implements Part {}

  /** Thinking that the provider shows only encrypted; goes back as it came. */
  record RedactedThinking(String data) implements Part {}

  /**
   * The model asks for a tool to be run.
   *
   * @param id unique in the conversation; its {@link ToolResult} repeats it
   * @param name as in {@link ToolSpec}, but a model may make up names
   * @param input a JSON object, not yet checked against the tool's schema. If the model wrote
   *     something that is not a JSON object (broken JSON, or cut off by the token limit), this is a
   *     JSON string that holds what it wrote, see {@link #malformedInput}.
   * @param extraContent an object that an OpenAI-like server sent beside the call and wants back
   *     with it as it was (Gemini's signatures), else null; opaque
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record ToolUse(
      String id,
      String name,
      JsonNode input,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode extraContent)
      implements Part {

    /** A call and nothing beside it. */
    public ToolUse(String id, String name, JsonNode input) {
      this(id, name, input, null);
    }

    /**
     * What the model wrote, if that is not a JSON object. Such a call cannot run: answer it with an
     * error result that says so, and the model will usually repeat it in good form.
     */
    public Optional<String> malformedInput() {
      return input.isObject()
          ? Optional.empty()
          : Optional.of(input.isString() ? input.stringValue() : input.toString());
    }
  }

  /**
   * What came of a tool use.
   *
   * @param toolUseId the id of the {@link ToolUse}
   * @param content {@link Text} and {@link Image} parts only
   * @param error whether the tool failed; the content then says how
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record ToolResult(String toolUseId, List<Part> content, boolean error) implements Part {

    /** Copies the list. */
    public ToolResult {
      content = List.copyOf(content);
      for (Part part : content) {
        if (!(part instanceof Text || part instanceof Image)) {
          throw new IllegalArgumentException(
              "a tool result holds text and images, not " + part.getClass().getSimpleName());
        }
      }
    }

    /** A result of text only. */
    public static ToolResult text(String toolUseId, String text, boolean error) {
      return new ToolResult(toolUseId, List.of(new Text(text)), error);
    }
  }
}
