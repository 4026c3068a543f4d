package io.agentservice.server.engine.sessions.live;

import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.sessions.parts.Outcome;
import io.agentservice.server.engine.sessions.parts.Session;
import org.jspecify.annotations.Nullable;

/** Whether it is a person's turn in a session, as people are told. */
public final class Turn {
  private Turn() {}

  /** {@code asks}, {@code approval}, {@code finished}, {@code failed}; null: it is nobody's. */
  public static @Nullable String kind(Session session) {
    var standing = session.standing();
    var status = standing.status();
    if (standing.isArchived() || (status.atRest() && !status.ended())) {
      return null; // whoever falls asleep has told before
    }
    return switch (standing.outcome()) {
      case ASKS -> standing.statusDetail() == Detail.WAITING_FOR_APPROVAL ? "approval" : "asks";
      case FINISHED -> status.ended() ? null : "finished";
      case FAILED -> "failed";
      case STOPPED, NONE -> null;
    };
  }

  /** Whether what was told is still so, also when the session has fallen asleep or ended since. */
  public static boolean isStill(String kind, Session session) {
    var standing = session.standing();
    var outcome =
        switch (kind) {
          case "finished" -> Outcome.FINISHED;
          case "failed" -> Outcome.FAILED;
          default -> Outcome.ASKS;
        };
    return !standing.isArchived() && standing.outcome() == outcome;
  }
}
