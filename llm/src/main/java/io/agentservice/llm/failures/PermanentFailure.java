package io.agentservice.llm.failures;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Knows errors with status 500 that no further try will change: servers that, as they were started,
 * never take such requests.
 */
final class PermanentFailure {

  private static final Set<String> WORDS =
      Set.of(
          "invalid_request_error",
          "not_found_error",
          "not_supported_error",
          "badrequesterror",
          "notfounderror");

  private static final Pattern NEEDS_JINJA =
      Pattern.compile("(requires?|with|needs?|use) [`'\"]?--jinja", Pattern.CASE_INSENSITIVE);

  private static final Pattern SENTENCES =
      Pattern.compile(
          String.join(
              "|",
              "does not support (tools|tool calls|function calling)",
              "tools? (are|is|param is|calling is) not supported",
              "custom grammar constraints with tools",
              "unable to generate parser for this template",
              "failed to (parse (tools|messages)|apply the chat template)",
              "jinja (exception|template error)|error rendering prompt with jinja",
              "roles must alternate",
              "model .{1,200}(not found|does not exist)",
              "no such model|unknown model|invalid model name",
              "litellm\\.(BadRequest|NotFound|UnsupportedParams)Error"),
          Pattern.CASE_INSENSITIVE);

  private PermanentFailure() {}

  static boolean means(int status, ErrorBody body) {
    // From 502 on it is a gateway that speaks, or a server that is not up yet.
    return status <= 501
        && (body.words().stream().anyMatch(WORDS::contains)
            || needsJinja(body)
            || SENTENCES.matcher(body.text()).find());
  }

  /** Whether llama.cpp's server was started without what makes tools work. */
  static boolean needsJinja(ErrorBody body) {
    return NEEDS_JINJA.matcher(body.text()).find();
  }
}
