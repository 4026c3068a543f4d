package io.agentservice.server.engine.children;

import io.agentservice.server.base.ids.SessionId;
import java.util.Locale;

/**
 * A session that an agent has started.
 *
 * @param name as its parent calls it
 * @param rootSessionId the one above all, which no agent has started
 * @param depth 1 below the root
 */
public record Child(
    SessionId sessionId,
    SessionId parentSessionId,
    SessionId rootSessionId,
    int depth,
    String name,
    OnParentEnd onParentEnd) {

  /** What becomes of it when its parent is stopped, archived or has failed. */
  public enum OnParentEnd {
    END,
    KEEP;

    /** As it is stored. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
