package io.agentservice.llm.failures;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows errors that say that the asked reply is longer than the model's longest, which they tell.
 */
final class OutputLimit {

  private static final Pattern TOPIC =
      Pattern.compile(
          "max_(completion_|output_|new_)?tokens|maxOutputTokens|maximum tokens|"
              + "(completion|output) tokens",
          Pattern.CASE_INSENSITIVE);

  private static final String NUMBER = "\\s*[`'\"(]?(\\d[\\d,]{0,9})";

  private static final Pattern MOST =
      Pattern.compile(
          String.join(
              "|",
              "supports at most" + NUMBER, // OpenAI
              "max_tokens: \\d+ >" + NUMBER, // Anthropic
              "range (?:of max_\\w*tokens )?(?:is|should be|of)? ?\\[\\d+, ?(\\d+)]", // Qwen
              "max_\\w*tokens is \\[\\d+, ?(\\d+)]", // DeepSeek
              "less than or equal to" + NUMBER, // Groq, Mistral, TGI
              "between \\d+ and" + NUMBER,
              "<=" + NUMBER,
              "exceeds? the (?:model )?limit of" + NUMBER, // Bedrock
              "(?:maximum|limit) (?:value |allowed )?(?:is|of)" + NUMBER,
              "cannot (?:be greater than|exceed)" + NUMBER),
          Pattern.CASE_INSENSITIVE);

  private static final Pattern UP_TO_BUT_WITHOUT =
      Pattern.compile("to (\\d+) \\(exclusive\\)", Pattern.CASE_INSENSITIVE); // Gemini

  private OutputLimit() {}

  /** Tokens of the longest reply, if that is what the sentence tells. */
  static OptionalInt in(ErrorBody body) {
    String text = body.text();
    if (!TOPIC.matcher(text).find() || ContextFull.means(body)) {
      return OptionalInt.empty();
    }
    Matcher without = UP_TO_BUT_WITHOUT.matcher(text);
    if (without.find()) {
      return OptionalInt.of(number(without.group(1)) - 1);
    }
    Matcher most = MOST.matcher(text);
    while (most.find()) {
      for (int group = 1; group <= most.groupCount(); group++) {
        if (most.group(group) != null) {
          return OptionalInt.of(number(most.group(group)));
        }
      }
    }
    return OptionalInt.empty();
  }

  private static int number(String digits) {
    return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(digits.replace(",", "")));
  }
}
