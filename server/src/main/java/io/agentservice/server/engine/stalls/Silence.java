package io.agentservice.server.engine.stalls;

import io.agentservice.server.base.ids.SessionId;
import java.time.Duration;
import java.time.Instant;

/**
 * A session in whose log nothing has happened for long, by the database's clock.
 *
 * @param seq number of its newest event
 * @param since when that was written
 * @param seenAt when it was looked at
 */
public record Silence(SessionId sessionId, long epoch, long seq, Instant since, Instant seenAt) {
  public Duration length() {
    return Duration.between(since, seenAt);
  }
}
