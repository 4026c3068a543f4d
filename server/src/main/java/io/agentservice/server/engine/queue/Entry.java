package io.agentservice.server.engine.queue;

import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An entry or tombstone ({@code removed}); {@code position} is its last change's in the feed. */
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

  /** {@code networkPolicy} is JSON. */
  public record Spec(
      Kind kind, String platform, @Nullable String remoteBinarySha, String networkPolicy) {}

  /** Acceptor and deadline are null exactly when pending; {@code lapsed}: past the deadline. */
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
