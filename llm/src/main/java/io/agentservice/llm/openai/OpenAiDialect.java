package io.agentservice.llm.openai;

import io.agentservice.llm.LlmException;
import java.util.regex.Pattern;

/**
 * What a model's server takes. Where it says that it does not know a parameter, the call is made
 * again without it or with its other name.
 *
 * @param newLimit whether the output limit is {@code max_completion_tokens}, not {@code max_tokens}
 * @param asksForUsage whether {@code stream_options} asks for the usage
 * @param extraContent whether calls go back with what came beside them, be it from another server
 */
record OpenAiDialect(boolean newLimit, boolean asksForUsage, boolean extraContent) {

  /** OpenAI's own models since the o series; they refuse the older name of the output limit. */
  private static final Pattern NEEDS_NEW_LIMIT = Pattern.compile("(.*/)?(gpt-[5-9].*|o\\d.*)");

  /**
   * To begin with.
   *
   * @param compatible whether the server is not OpenAI's own: such servers may know only the older
   *     name of the output limit
   */
  static OpenAiDialect usual(String model, boolean compatible) {
    return new OpenAiDialect(
        !compatible || NEEDS_NEW_LIMIT.matcher(model).matches(), true, compatible);
  }

  /** What to try after a request was refused; the same when the reason is another one. */
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
