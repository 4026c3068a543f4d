package io.agentservice.server.llm;

import io.agentservice.server.llm.LlmException.Kind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns what goes wrong with a provider into an {@link LlmException}: the kind, the wait that was
 * asked for, and one readable line without the key.
 */
final class ProviderFailure {

  private static final int LONGEST_DETAIL = 300;
  private static final Set<String> CREDIT =
      Set.of("insufficient_quota", "billing_error", "billing_hard_limit_reached");
  private static final Set<String> POLICY =
      Set.of("content_filter", "content_policy_violation", "invalid_prompt");
  private static final Set<String> PASSING =
      Set.of("overloaded_error", "api_error", "rate_limit_error", "timeout_error", "server_error");

  private final String model;
  private final String keySetting;
  private final @Nullable ApiKey key;

  ProviderFailure(String model, String keySetting, @Nullable ApiKey key) {
    this.model = model;
    this.keySetting = keySetting;
    this.key = key;
  }

  /**
   * An answer that says no.
   *
   * @param status HTTP status; 200 if the error came in the middle of a stream
   * @param code the provider's word for the error, if any
   * @param detail the provider's sentence, if any
   * @param headers values of a header by name
   */
  LlmException answered(
      int status,
      @Nullable String code,
      @Nullable String detail,
      Function<String, List<String>> headers,
      Throwable cause) {
    Kind kind = kindOf(status, code == null ? "" : code);
    var line = new StringBuilder(model);
    line.append(status < 400 ? ": failed while answering" : ": HTTP " + status);
    if (detail != null && !detail.isBlank()) {
      line.append(": ").append(oneLine(detail));
    } else if (code != null && !code.isBlank()) {
      line.append(": ").append(oneLine(code));
    }
    if (kind == Kind.AUTH) {
      line.append(" (check ").append(keySetting).append(')');
    }
    return new LlmException(
        kind, line.toString(), kind == Kind.UNREACHABLE ? retryAfter(headers) : null, cause);
  }

  /** No answer, or one that broke off. */
  LlmException unreachable(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String detail = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return new LlmException(
        Kind.UNREACHABLE, model + ": not reachable: " + oneLine(detail), null, cause);
  }

  /** The stream ended in good order, but before the reply did. */
  LlmException cutShort() {
    return new LlmException(Kind.UNREACHABLE, model + ": the answer broke off before its end");
  }

  /** Something that is not this provider's protocol. */
  LlmException malformed(String detail, @Nullable Throwable cause) {
    return new LlmException(Kind.MALFORMED, model + ": " + oneLine(detail), null, cause);
  }

  private static Kind kindOf(int status, String code) {
    if (CREDIT.contains(code)) {
      return Kind.AUTH;
    }
    if (POLICY.contains(code)) {
      return Kind.REFUSED;
    }
    if (status < 400) {
      return PASSING.contains(code) || code.isEmpty() ? Kind.UNREACHABLE : Kind.INVALID_REQUEST;
    }
    return switch (status) {
      case 401, 402, 403 -> Kind.AUTH;
      case 408, 409, 425, 429 -> Kind.UNREACHABLE;
      default -> status >= 500 ? Kind.UNREACHABLE : Kind.INVALID_REQUEST;
    };
  }

  private static @Nullable Duration retryAfter(Function<String, List<String>> headers) {
    String millis = first(headers, "retry-after-ms");
    String wait = first(headers, "retry-after");
    try {
      if (millis != null) {
        return positive(Duration.ofMillis((long) Double.parseDouble(millis)));
      }
      if (wait == null) {
        return null;
      }
      if (Character.isDigit(wait.charAt(0))) {
        return positive(Duration.ofMillis((long) (Double.parseDouble(wait) * 1000)));
      }
      // A date counts from the server's own clock, which is in the same answer.
      String sent = first(headers, "date");
      return sent == null ? null : positive(Duration.between(httpDate(sent), httpDate(wait)));
    } catch (NumberFormatException | DateTimeException e) {
      return null;
    }
  }

  private static ZonedDateTime httpDate(String text) {
    return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT));
  }

  private static Duration positive(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private static @Nullable String first(Function<String, List<String>> headers, String name) {
    List<String> values = headers.apply(name);
    return values.isEmpty() || values.getFirst().isBlank() ? null : values.getFirst().strip();
  }

  private String oneLine(String text) {
    String line = text;
    if (key != null) {
      line = line.replace(key.value(), "***");
    }
    line = line.replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST_DETAIL ? line : line.substring(0, LONGEST_DETAIL) + "...";
  }
}
