package io.agentservice.server.engine.lifecycle.states;

import io.agentservice.server.engine.queue.Entry.SessionState;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a session stands (sessions.md 1). */
public enum Status {
  NEW(SessionState.PENDING),
  CLAIMED(SessionState.PENDING),
  RUNNING(SessionState.RUNNING),
  SUSPENDED(SessionState.SUSPENDED),
  RESUMING(SessionState.PENDING),
  EXIT(SessionState.TERMINATED),
  ERROR(SessionState.TERMINATED);

  private final SessionState entryState;

  Status(SessionState entryState) {
    this.entryState = entryState;
  }

  /** What workers see of it. */
  public SessionState entryState() {
    return entryState;
  }

  /** As in logs, which leave claims to the queue and the audit log. */
  public Status shown() {
    return this == CLAIMED ? NEW : this;
  }

  /** Final: nothing leads out of it. */
  public boolean ended() {
    return this == EXIT || this == ERROR;
  }

  /** Asleep or over: there is nothing to serve. */
  public boolean atRest() {
    return this == SUSPENDED || ended();
  }

  /** The word on the wire. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a running or suspended session is busy with or why it sleeps. */
  public enum Detail {
    WORKING,
    WAITING_FOR_USER,
    WAITING_FOR_APPROVAL,
    FINISHED,
    INACTIVITY,
    USER_REQUEST,
    USAGE_LIMIT_EXCEEDED,
    ORG_USAGE_LIMIT_EXCEEDED,
    USER_USAGE_LIMIT_EXCEEDED,
    TOTAL_SESSION_LIMIT_EXCEEDED,
    ERROR;

    /**
     * Whether the task was done at its exit (sessions.md 1); {@code prior} is the detail before it
     * last left {@code RUNNING}.
     */
    public static @Nullable Detail atExit(
        Status from, @Nullable Detail detail, @Nullable Detail prior) {
      var last = from == RUNNING ? detail : from == SUSPENDED ? prior : null;
      return last == FINISHED ? last : null;
    }

    /** The word on the wire; null for null. */
    public static @Nullable String word(@Nullable Detail detail) {
      return detail == null ? null : detail.name().toLowerCase(Locale.ROOT);
    }
  }
}
