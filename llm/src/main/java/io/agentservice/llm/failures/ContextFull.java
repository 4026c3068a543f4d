package io.agentservice.llm.failures;

import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows errors that say that the prompt is too long: two servers have a code for it, all others a
 * sentence, some with status 200 or 500.
 */
final class ContextFull {

  private static final Set<String> WORDS =
      Set.of(
          "context_length_exceeded",
          "exceed_context_size_error",
          "context_exceeded",
          "context_window_exceeded",
          "request_too_large",
          "string_above_max_length");

  private static final Pattern SENTENCES =
      Pattern.compile(
          String.join(
              "|",
              "prompt is too long",
              "input is too long",
              "request too large for",
              "exceeds? (the )?(model'?s )?(available |maximum |allowed )*context",
              "context (size|length|window|limit) (has been |was |is )?exceeded",
              "contextwindowexceeded",
              "maximum context length",
              "maximum prompt length",
              "context length (is|of) only",
              "longer than the model'?s context length",
              "exceeds the maximum number of tokens",
              "input tokens exceed",
              "reduce the length of the (messages|input|prompt)"),
          Pattern.CASE_INSENSITIVE);

  /** Where such sentences tell the length that the model does take. */
  private static final Pattern LIMIT =
      Pattern.compile(
          "(?:maximum context length (?:is|of)|context length (?:is|of) only|context length \\("
              + "|context size \\(|context window of|maximum prompt length is|> |limit of"
              + "|tokens allowed \\(?)\\s*(\\d[\\d,]{2,9})",
          Pattern.CASE_INSENSITIVE);

  private ContextFull() {}

  static boolean means(ErrorBody body) {
    return body.words().stream().anyMatch(WORDS::contains) || SENTENCES.matcher(body.text()).find();
  }

  /** The context window in tokens, if the sentence tells it. */
  static OptionalLong window(ErrorBody body) {
    Matcher limit = LIMIT.matcher(body.text());
    return limit.find()
        ? OptionalLong.of(Long.parseLong(limit.group(1).replace(",", "")))
        : OptionalLong.empty();
  }
}
