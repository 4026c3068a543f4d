package io.agentservice.server.base.http.answers;

import io.agentservice.server.base.problems.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.node.ObjectNode;

public record Encoded(int status, String type, String body, Map<String, String> headers) {
  public static final String PROBLEM = "application/problem+json";

  private static final int UNPROCESSABLE = 422;
  private static final int CONFLICT = 409;

  /** A 409 must say when to try again: client libraries do so by themselves (completions.md 4). */
  public Encoded {
    if (status == CONFLICT && !headers.containsKey("Retry-After")) {
      var more = new LinkedHashMap<>(headers);
      more.put("X-Should-Retry", "false");
      headers = more;
    }
  }

  public static Encoded of(int status, Object body) {
    return new Encoded(status, "application/json", Json.MAPPER.writeValueAsString(body), Map.of());
  }

  /** The body of completions.md 8.1. */
  public static Encoded of(Problem problem, String path, String requestId) {
    var body = new LinkedHashMap<String, Object>();
    body.put("title", title(problem.status()));
    body.put("status", problem.status());
    body.put("type", "about:blank");
    body.put("instance", path);
    body.put("detail", problem.failures().isEmpty() ? problem.detail() : problem.failures());
    body.put("code", problem.code());
    if (problem.hint() != null) {
      body.put("hint", problem.hint());
    }
    body.putAll(problem.extra());
    body.put("request_id", requestId);
    return new Encoded(
        problem.status(), PROBLEM, Json.MAPPER.writeValueAsString(body), problem.headers());
  }

  /** A stored body for another request. */
  public static String again(String body, String path, String requestId) {
    var problem = (ObjectNode) Json.MAPPER.readTree(body);
    problem.put("instance", path).put("request_id", requestId);
    return Json.MAPPER.writeValueAsString(problem);
  }

  private static String title(int status) {
    return status == UNPROCESSABLE ? "Unprocessable Content" : HttpStatus.getMessage(status);
  }
}
