package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.util.List;
import java.util.TreeSet;

/** What is done with tags of a session (api-org.md 1.3). */
public record TagChange(How how, List<String> tags) {
  public static final int MOST = 50;

  /** What becomes of those that it has. */
  public enum How {
    ADD,
    REPLACE,
    REMOVE
  }

  /** What it has then, sorted; 422 when that are too many. */
  public List<String> on(List<String> before) {
    var after = new TreeSet<>(how == How.REPLACE ? List.of() : before);
    if (how == How.REMOVE) {
      tags.forEach(after::remove);
    } else {
      after.addAll(tags);
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
