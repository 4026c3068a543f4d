package io.agentservice.server.context.tags;

import io.agentservice.server.base.http.requests.Body;
import java.util.List;

/** What every tag must be: 1 to 128 characters, none a control character (completions.md 9). */
public final class TagForm {
  /** The most characters. */
  public static final int LONGEST = 128;

  private TagForm() {}

  /** Notes which of the field {@code tags} have control characters. */
  public static void check(Body body, List<String> tags) {
    for (int i = 0; i < tags.size(); i++) {
      if (tags.get(i).chars().anyMatch(Character::isISOControl)) {
        body.failAt("pattern", "A tag has no control characters", "tags", i);
      }
    }
  }
}
