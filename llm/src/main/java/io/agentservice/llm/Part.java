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

  record Text(String text) implements Part {}

  /**
   * A picture for the model.
   *
   * @param mediaType {@code image/png}, {@code image/jpeg}, {@code image/gif} or {@code image/webp}
   * @param base64 standard, without line breaks
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record Image(String mediaType, String base64) implements Part {}

  /**
   * What the model thought; goes back untouched to the model that wrote it, since the opaque
   * signature covers the text, which may be empty. No other provider sees it.
   */
  record Thinking(String text, String signature) implements Part {}

  /** Thinking that the provider shows only encrypted; goes back as it came. */
  record RedactedThinking(String data) implements Part {}

  /**
   * The model asks for a tool to be run.
   *
   * @param id unique in the conversation; its {@link ToolResult} repeats it
   * @param name as in {@link ToolSpec}, but a model may make up names
   * @param input a JSON object, not checked against the schema; or a JSON string, see {@link
   *     #malformedInput}
   * @param extraContent what an OpenAI-like server sent beside the call and wants back (Gemini's
   *     signatures), else null; opaque
   */
  @JsonNaming(SnakeCaseStrategy.class)
  record ToolUse(
      String id,
      String name,
      JsonNode input,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode extraContent)
      implements Part {

    public ToolUse(String id, String name, JsonNode input) {
      this(id, name, input, null);
    }

    /**
     * What the model wrote, if that is not a JSON object. Such a call cannot run: an error result
     * that says so usually makes the model repeat it in good form.
     */
    public Optional<String> malformedInput() {
      return input.isObject()
          ? Optional.empty()
          : Optional.of(input.isString() ? input.stringValue() : input.toString());
    }
  }

  /** What came of a tool use: {@link Text} and {@link Image} parts. */
  @JsonNaming(SnakeCaseStrategy.class)
  record ToolResult(String toolUseId, List<Part> content, boolean error) implements Part {

    public ToolResult {
      content = List.copyOf(content);
      for (Part part : content) {
        if (!(part instanceof Text || part instanceof Image)) {
          throw new IllegalArgumentException(
              "a tool result holds text and images, not " + part.getClass().getSimpleName());
        }
      }
    }

    public static ToolResult text(String toolUseId, String text, boolean error) {
      return new ToolResult(toolUseId, List.of(new Text(text)), error);
    }
  }
}
