package io.agentservice.server.base.http.requests;

import io.agentservice.server.base.auth.Principal;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Where sessions, messages and searches come from (sessions.md 8). */
public final class Origins {
  public static final List<String> WORDS =
      List.of(
          "webapp",
          "slack",
          "teams",
          "api",
          "linear",
          "jira",
          "automation",
          "cli",
          "desktop",
          "code_scan",
          "other");

  private static final String HEADER = "X-Agent-Origin";
  private static final String SCHEDULED = "scheduled";
  private static final List<String> ASKED =
      Stream.concat(WORDS.stream(), Stream.of(SCHEDULED)).toList();

  private Origins() {}

  /** The header's, else the pages or the API; 422 for an unknown word. */
  public static String of(Request request) {
    String header = request.header(HEADER);
    if (header == null) {
      return request.principal().kind() == Principal.Kind.USER ? "webapp" : "api";
    }
    String origin = header.toLowerCase(Locale.ROOT);
    if (!WORDS.contains(origin)) {
      throw Problem.invalid(
              new Failure(
                  List.of("header", HEADER),
                  "Input should be one of " + String.join(", ", WORDS),
                  "enum"))
          .exception();
    }
    return origin;
  }

  /** The filter {@code origins}; {@code scheduled} means {@code automation}. */
  public static List<String> asked(Query query) {
    return query.words("origins", ASKED).stream()
        .map(origin -> origin.equals(SCHEDULED) ? "automation" : origin)
        .toList();
  }
}
