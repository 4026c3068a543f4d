package io.agentservice.llm.failures;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.answers.EventReader.NotJsonException;
import io.agentservice.llm.http.ApiKey;
import io.agentservice.llm.http.Connection;
import io.agentservice.llm.http.ErrorAnswer;
import io.agentservice.llm.http.Network;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns a provider's failures into {@link LlmException}, with a line that says what to set. */
public final class ProviderFailure {

  private static final int LONGEST_DETAIL = 300;
  private static final String UNTRUSTED =
      " (is the address right? SSL_CERT_FILE names a file of authorities to trust)";
  private static final Set<String> CREDIT =
      Set.of(
          "insufficient_quota", "billing_error", "billing_hard_limit_reached", "budget_exceeded");
  private static final Set<String> LIMITED =
      Set.of("rate_limit_error", "rate_limit_exceeded", "rate_limit_reached");
  private static final Set<String> POLICY =
      Set.of("content_filter", "content_policy_violation", "invalid_prompt");

  private final String provider;
  private final String api;
  private final String model;
  private final @Nullable ApiKey key;
  private final boolean registered;

  /**
   * {@code provider} is {@code anthropic} or {@code openai}, {@code api} the name of its protocol.
   */
  public ProviderFailure(String provider, String api, String model, Connection connection) {
    this.provider = provider;
    this.api = api;
    this.model = provider + ":" + model;
    this.key = connection.key();
    this.registered = connection.manner() != null;
  }

  /** An answer that says no, no answer, or one that broke off or makes no sense. */
  public LlmException of(IOException cause) {
    if (cause instanceof ErrorAnswer answer) {
      return answered(answer);
    }
    if (cause instanceof NotJsonException data) {
      return data.isCut() ? cutShort() : otherApi(data);
    }
    if (cause instanceof Network.ClosedException closed) {
      return new LlmException(
          Kind.INVALID_REQUEST, model + ": " + oneLine(String.valueOf(closed.getMessage())));
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String line = model + ": " + oneLine(TransportFailure.words(cause, root));
    return TransportFailure.isUntrusted(cause)
        ? new LlmException(Kind.INVALID_REQUEST, line + UNTRUSTED, null, cause)
        : new LlmException(Kind.UNREACHABLE, line, null, cause);
  }

  private LlmException answered(ErrorAnswer answer) {
    var body = ErrorBody.read(answer.body());
    Kind kind = kindOf(answer.status(), body);
    if (kind == Kind.UNREACHABLE && isUsedUp(answer.status(), body)) {
      return LlmException.usedUp(line("HTTP " + answer.status(), body), retryAfter(answer), answer);
    }
    return new LlmException(
        kind,
        line("HTTP " + answer.status(), body) + hint(kind, answer.status(), body),
        kind == Kind.UNREACHABLE ? retryAfter(answer) : null,
        answer,
        ContextFull.window(body),
        OutputLimit.in(body));
  }

  public LlmException inStream(ErrorBody body) {
    int status = body.status().orElse(200);
    Kind kind = kindOf(status, body);
    if (kind == Kind.UNREACHABLE && isUsedUp(status, body)) {
      return LlmException.usedUp(line("failed while answering", body), null, null);
    }
    return new LlmException(
        kind,
        line("failed while answering", body) + hint(kind, status, body),
        null,
        null,
        ContextFull.window(body),
        OutputLimit.in(body));
  }

  private String line(String what, ErrorBody body) {
    String detail =
        body.text().isBlank() ? String.join(" ", new TreeSet<>(body.words())) : body.text();
    return model + ": " + what + (detail.isEmpty() ? "" : ": " + oneLine(detail));
  }

  private String hint(Kind kind, int status, ErrorBody body) {
    if (PermanentFailure.needsJinja(body)) {
      return " (start llama-server with --jinja, or tools do not work there)";
    }
    if (kind == Kind.INVALID_REQUEST && OutputLimit.in(body).isPresent()) {
      return registered
          ? " (set output_tokens of the registered model)"
          : " (set AGENT_MODEL_OUTPUT_TOKENS)";
    }
    if (registered) {
      return switch (kind) {
        case AUTH -> " (check the secret that is the key of the registered model)";
        case INVALID_REQUEST -> " (check provider_model and base_url of the registered model)";
        default -> "";
      };
    }
    String prefix = provider.toUpperCase(Locale.ROOT);
    return switch (kind) {
      case AUTH -> " (check " + prefix + "_API_KEY)";
      case INVALID_REQUEST ->
          status == 404 || status == 405
              ? " (check the model's name and AGENT_" + prefix + "_BASE_URL)"
              : " (check that the model takes such requests: AGENT_MODEL or the session's model)";
      case CONTEXT_FULL, UNREACHABLE, REFUSED, MALFORMED, GONE -> "";
    };
  }

  /** The stream ended in good order, but before the reply did. */
  public LlmException cutShort() {
    return new LlmException(Kind.UNREACHABLE, model + ": the answer broke off before its end");
  }

  /** Something that is not this provider's protocol. */
  public LlmException otherApi(@Nullable Throwable cause) {
    return new LlmException(
        Kind.MALFORMED,
        model + ": the answer is not of the " + api + " API (is the base URL right?)",
        null,
        cause);
  }

  private static Kind kindOf(int status, ErrorBody body) {
    if (status == 401 || status == 402 || status == 403 || has(body, CREDIT)) {
      return Kind.AUTH;
    }
    if (has(body, POLICY)) {
      return Kind.REFUSED;
    }
    if (status == 413 || ContextFull.means(body)) {
      return Kind.CONTEXT_FULL;
    }
    return switch (status) {
      case 408, 409, 425, 429 -> Kind.UNREACHABLE;
      default ->
          (status >= 500 || status < 400) && !PermanentFailure.means(status, body)
              ? Kind.UNREACHABLE
              : Kind.INVALID_REQUEST;
    };
  }

  /** In the middle of a stream a word may be all that says so. */
  private static boolean isUsedUp(int status, ErrorBody body) {
    return status == 429 || has(body, LIMITED);
  }

  private static boolean has(ErrorBody body, Set<String> words) {
    return !Collections.disjoint(body.words(), words);
  }

  private static @Nullable Duration retryAfter(ErrorAnswer answer) {
    String millis = answer.header("retry-after-ms");
    String wait = answer.header("retry-after");
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
      String sent = answer.header("date");
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

  private String oneLine(String text) {
    String line = text;
    if (key != null) {
      line = line.replace(key.value(), "***");
    }
    line = line.replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST_DETAIL ? line : line.substring(0, LONGEST_DETAIL) + "...";
  }
}
