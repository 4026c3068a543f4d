package io.agentservice.server.base.problems;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A refusal for the caller (completions.md 8).
 *
 * @param code stable, snake_case
 * @param detail one sentence; unused with failures
 * @param hint what to do; may be null
 * @param failures all faults, on 422 only
 * @param extra further members of the body
 * @param headers further headers of the answer
 */
public record Problem(
    int status,
    String code,
    String detail,
    @Nullable String hint,
    List<Failure> failures,
    Map<String, Object> extra,
    Map<String, String> headers) {

  private static Problem of(int status, String code, String detail, @Nullable String hint) {
    return new Problem(status, code, detail, hint, List.of(), Map.of(), Map.of());
  }

  public static Problem badRequest(String code, String detail, @Nullable String hint) {
    return of(400, code, detail, hint);
  }

  public static Problem unauthorized(String code, String detail, @Nullable String hint) {
    return of(401, code, detail, hint).withHeader("WWW-Authenticate", "Bearer");
  }

  public static Problem forbidden(String code, String detail) {
    return of(403, code, detail, null);
  }

  /** {@code resource} is a word of completions.md 8.2 such as {@code session}. */
  public static Problem notFound(String resource) {
    return of(404, resource + "_not_found", "No such " + resource.replace('_', ' '), null);
  }

  public static Problem conflict(String code, String detail, @Nullable String hint) {
    return of(409, code, detail, hint);
  }

  public static Problem invalid(List<Failure> failures) {
    return new Problem(422, "validation_failed", "", null, failures, Map.of(), Map.of());
  }

  public static Problem invalid(Failure failure) {
    return invalid(List.of(failure));
  }

  /** For the statuses that have no factory of their own. */
  public static Problem other(int status, String code, String detail, @Nullable String hint) {
    return of(status, code, detail, hint);
  }

  public Problem withCode(String other) {
    return new Problem(status, other, detail, hint, failures, extra, headers);
  }

  public Problem withHeader(String name, String value) {
    var all = new HashMap<>(headers);
    all.put(name, value);
    return new Problem(status, code, detail, hint, failures, extra, Map.copyOf(all));
  }

  public Problem with(String member, Object value) {
    return new Problem(status, code, detail, hint, failures, Map.of(member, value), headers);
  }

  /** For people; failures with their places. */
  public String sentence() {
    return failures.isEmpty()
        ? detail
        : failures.stream().map(Failure::sentence).collect(Collectors.joining("; "));
  }

  public ProblemException exception() {
    return new ProblemException(this);
  }
}
