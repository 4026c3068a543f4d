package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.TreeSet;

/** {@code instead}: the tags replace the present ones (api-org.md 1.3). */
public record TagChange(List<String> tags, boolean instead) {
  public static final int MOST = 50;

  /** What it has then, sorted; 422 when that are too many. */
  public List<String> on(List<String> before) {
    var after = new TreeSet<>(tags);
    if (!instead) {
      after.addAll(before);
    }
    if (after.size() > MOST) {
      throw Problem.invalid(
              new Failure(
                  List.of("body", "tags"),
                  "A session has at most %d tags".formatted(MOST),
                  "too_long"))
          .exception();
    }
    return List.copyOf(after);
  }
}
