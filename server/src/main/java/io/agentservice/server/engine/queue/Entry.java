package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session's place in the queue, or its tombstone.
 *
 * @param position of its last change in the account's feed
 * @param removed whether it is a tombstone
 */
public record Entry(
    SessionId sessionId,
    OutpostId outpostId,
    Spec spec,
    Claim claim,
    SessionState sessionState,
    long position,
    Instant createdAt,
    Instant updatedAt,
    boolean removed) {

  /**
   * What machine it asks for.
   *
   * @param networkPolicy JSON as on the wire
   */
  public record Spec(
      Kind kind, String platform, @Nullable String remoteBinarySha, String networkPolicy) {}

  /**
   * Who holds it.
   *
   * @param acceptorId null exactly when pending, like the deadline
   * @param lapsed claimed, but the deadline has passed and the lapse was not yet applied
   */
  public record Claim(
      Phase phase, @Nullable String acceptorId, @Nullable Instant claimDeadline, boolean lapsed) {}

  /** Whether the session ever had a machine. */
  public enum Kind {
    NEW,
    RESUME
  }

  /** Whether a worker holds it. */
  public enum Phase {
    PENDING,
    CLAIMED
  }

  /** What workers see of the session's status (sessions.md 1). */
  public enum SessionState {
    PENDING,
    RUNNING,
    SUSPENDED,
    TERMINATED
  }
}
