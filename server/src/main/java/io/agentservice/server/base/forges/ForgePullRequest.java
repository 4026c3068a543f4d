package io.agentservice.server.base.forges;

import org.jspecify.annotations.Nullable;

/** A null {@code headCommit}: there is nothing to merge. */
public record ForgePullRequest(State state, @Nullable String headCommit) {

  /** How it stands (sessions.md 9). */
  public enum State {
    OPEN,
    DRAFT,
    CLOSED,
    MERGED
  }

  static State state(boolean open, boolean draft, boolean merged) {
    if (merged) {
      return State.MERGED;
    }
    if (!open) {
      return State.CLOSED;
    }
    return draft ? State.DRAFT : State.OPEN;
  }
}
