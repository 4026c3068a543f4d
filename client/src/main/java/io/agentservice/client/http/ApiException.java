package io.agentservice.client.http;

import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The service answered with an error (completions.md 8.1). The message is {@code detail}; the
 * failures of a 422 are joined to one line.
 */
public final class ApiException extends ClientException {
  private final int status;
  private final String code;
  private final String detail;
  private final @Nullable String hint;
  private final @Nullable String requestId;
  private final @Nullable Duration retryAfter;

  private ApiException(
      int status,
      @Nullable JsonObject problem,
      @Nullable String requestId,
      @Nullable Duration wait) {
    this(status, detail(status, problem), problem, requestId, wait);
  }

  private ApiException(
      int status,
      String detail,
      @Nullable JsonObject problem,
      @Nullable String requestId,
      @Nullable Duration retryAfter) {
    super(detail, null);
    var code = problem == null ? null : problem.text("code");
    this.status = status;
    this.code = code == null ? "http_" + status : code;
    this.detail = detail;
    this.hint = problem == null ? null : hint(problem);
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Of an answer that is not the service's own, as of a store of files. */
  static ApiException of(int status, String detail) {
    return new ApiException(status, detail, null, null, null);
  }

  /** Reads the error out of an answer; also of one that no service of ours wrote (a proxy's). */
  public static ApiException of(Answer answer) {
    var problem = problem(answer.body());
    var requestId = answer.header("X-Request-Id");
    if (requestId == null && problem != null) {
      requestId = problem.text("request_id");
    }
    return new ApiException(answer.status(), problem, requestId, retryAfter(answer));
  }

  private static @Nullable JsonObject problem(String body) {
    try {
      return JsonObject.parse(body);
    } catch (JsonException _) {
      return null;
    }
  }

  private static String detail(int status, @Nullable JsonObject problem) {
    if (problem != null) {
      var failures = failures(problem);
      if (!failures.isEmpty()) {
        return String.join("; ", failures);
      }
      var text = problem.text("detail");
      if (text != null) {
        return text;
      }
    }
    return status == 407
        ? "The proxy on the way asks for a user and password, or refuses those in its address"
        : "The service answered " + status;
  }

  /** The hint, with what it calls valid: people see no other field of the answer. */
  private static @Nullable String hint(JsonObject problem) {
    var hint = problem.text("hint");
    if (hint == null) {
      return null;
    }
    for (var name : problem.fields().keySet()) {
      var valid = problem.list(name);
      if (name.startsWith("valid_") && !valid.isEmpty()) {
        hint += ": " + valid.stream().map(String::valueOf).collect(Collectors.joining(", "));
      }
    }
    return hint;
  }

  private static List<String> failures(JsonObject problem) {
    var lines = new ArrayList<String>();
    for (var failure : problem.objects("detail")) {
      var place =
          failure.list("loc").stream().map(String::valueOf).collect(Collectors.joining("."));
      var message = Optional.ofNullable(failure.text("msg")).orElse("not valid");
      lines.add(place.isEmpty() ? message : place + ": " + message);
    }
    return lines;
  }

  /** Null when it asks for no wait that can be understood. */
  private static @Nullable Duration retryAfter(Answer answer) {
    var wait = answer.header("Retry-After");
    if (wait == null) {
      return null;
    }
    try {
      return Duration.ofSeconds(Math.max(0, Long.parseLong(wait.strip())));
    } catch (NumberFormatException _) {
      var until = date(wait);
      return until == null ? null : notNegative(Duration.between(clock(answer), until));
    }
  }

  /** The answer's own clock, which a date in it is meant by; ours where it doesn't tell. */
  private static Instant clock(Answer answer) {
    var sent = answer.header("Date");
    var at = sent == null ? null : date(sent);
    return at == null ? Instant.now() : at;
  }

  private static @Nullable Instant date(String header) {
    try {
      return ZonedDateTime.parse(header.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException _) {
      return null;
    }
  }

  private static Duration notNegative(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** HTTP status, 400 and above (or another one that is not success). */
  public int status() {
    return status;
  }

  /** {@code http_<status>} when the answer carried none. */
  @Override
  public String code() {
    return code;
  }

  /** What was wrong, one line. */
  public String detail() {
    return detail;
  }

  @Override
  public @Nullable String hint() {
    return hint;
  }

  /** The request in the service's log; null when the answer did not say. */
  public @Nullable String requestId() {
    return requestId;
  }

  /** Asked for with 429 and 503. */
  @Override
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /** True for 401 and 403: another try with the same token is useless. */
  public boolean credentialRefused() {
    return status == 401 || status == 403;
  }

  /** After 429 and 5xx. */
  @Override
  public boolean passing() {
    return status == 429 || status >= 500;
  }
}
