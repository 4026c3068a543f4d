package io.agentservice.server.engine.sessions.parts;

import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a session's last task has come to; it stays while the session sleeps or has been ended. */
public enum Outcome {
  /** The task is done. */
  FINISHED,
  /** A person is asked something, and has not answered. */
  ASKS,
  /** It could not go on for a technical reason. */
  FAILED,
  /** A person or a limit has stopped it before it was done. */
  STOPPED,
  /** Nothing yet: it waits for a machine, or works. */
  NONE;

  /** {@code prior} is the detail before it last stopped running. */
  static Outcome of(Status status, @Nullable Detail detail, @Nullable Detail prior) {
    return switch (status) {
      case NEW, CLAIMED -> NONE;
      case RUNNING -> rested(detail, NONE);
      case RESUMING -> rested(prior, NONE);
      case SUSPENDED -> detail == Detail.ERROR ? FAILED : rested(prior, STOPPED);
      case EXIT -> detail == Detail.FINISHED ? FINISHED : STOPPED;
      case ERROR -> FAILED;
    };
  }

  private static Outcome rested(@Nullable Detail detail, Outcome otherwise) {
    if (detail == Detail.FINISHED) {
      return FINISHED;
    }
    return detail == Detail.WAITING_FOR_USER || detail == Detail.WAITING_FOR_APPROVAL
        ? ASKS
        : otherwise;
  }

  /** The word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
