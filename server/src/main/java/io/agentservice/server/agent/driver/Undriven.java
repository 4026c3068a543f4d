package io.agentservice.server.agent.driver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import java.time.Duration;

/**
 * Sessions whose remote is here and that this node fails to take up, again and again: the remote
 * would come back for ever, so the session's wait is ended. Kept in memory: it is enough that one
 * node has tried for long enough.
 */
final class Undriven {
  /** So long is tried. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Without a failure for so long, the session is driven, here or elsewhere. */
  private static final Duration WELL = Duration.ofMinutes(1);

  private final Lifecycle lifecycle;
  private final Ticker clock;
  private final Cache<SessionId, Long> since;

  Undriven(Lifecycle lifecycle, Ticker clock) {
    this.lifecycle = lifecycle;
    this.clock = clock;
    this.since = Caffeine.newBuilder().expireAfterWrite(WELL).ticker(clock).build();
  }

  /** It was tried once more in vain. */
  void failed(SessionId session, long epoch) {
    long now = clock.read();
    long first = since.asMap().merge(session, now, (earlier, _) -> earlier);
    if (now - first >= PATIENCE.toNanos()) {
      lifecycle.undriven(
          session,
          epoch,
          "The service failed for %d minutes to take up this session; its log says why. A message has it try again."
              .formatted(PATIENCE.toMinutes()));
    }
  }
}
