package io.agentservice.server.base.forges;

import org.jspecify.annotations.Nullable;

/**
 * A pull request as its host tells of it.
 *
 * @param headCommit the last commit of what is to be merged, as hex digits; null when there is none
 */
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
