package io.agentservice.llm.openai;

import io.agentservice.llm.LlmException;
import java.util.regex.Pattern;

/**
 * Which parameters a model's server takes; one that it refuses is left out or renamed in the next
 * call.
 *
 * @param newLimit {@code max_completion_tokens} rather than {@code max_tokens}
 * @param asksForUsage whether {@code stream_options} asks for the usage
 * @param extraContent whether calls go back with what came beside them
 */
record OpenAiDialect(boolean newLimit, boolean asksForUsage, boolean extraContent) {

  /** OpenAI's own models since the o series; they refuse the older name of the output limit. */
  private static final Pattern NEEDS_NEW_LIMIT = Pattern.compile("(.*/)?(gpt-[5-9].*|o\\d.*)");

  /** {@code compatible}: not OpenAI's own; may know only the older output limit. */
  static OpenAiDialect usual(String model, boolean compatible) {
    return new OpenAiDialect(
        !compatible || NEEDS_NEW_LIMIT.matcher(model).matches(), true, compatible);
  }

  /** What to try after a refusal; the same if that is about something else. */
  OpenAiDialect after(LlmException refusal) {
    String reason = String.valueOf(refusal.getMessage());
    if (asksForUsage && reason.contains("stream_options")) {
      return new OpenAiDialect(newLimit, false, extraContent);
    }
    if (extraContent && reason.contains("extra_content")) {
      return new OpenAiDialect(newLimit, asksForUsage, false);
    }
    // Who does not know the older name says so and names the newer one, too.
    return new OpenAiDialect(
        newLimit != reason.contains("max_completion_tokens"), asksForUsage, extraContent);
  }
}
