package io.agentservice.server.agent.driver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Lifecycle;
import java.time.Duration;

/** How long a node tries to start a loop before the session sleeps. In memory. */
final class RetryWindow {
  static final Duration LENGTH = Duration.ofMinutes(2);

  /** After so long without a failure the session is served, here or elsewhere. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(1);

  private final Lifecycle lifecycle;
  private final Ticker clock;
  private final Cache<SessionId, Long> since;

  RetryWindow(Lifecycle lifecycle, Ticker clock) {
    this.lifecycle = lifecycle;
    this.clock = clock;
    this.since = Caffeine.newBuilder().expireAfterWrite(FORGOTTEN).ticker(clock).build();
  }

  void failed(SessionId session, long epoch) {
    long now = clock.read();
    long first = since.asMap().merge(session, now, (earlier, _) -> earlier);
    if (now - first >= LENGTH.toNanos()) {
      lifecycle.undriven(
          session,
          epoch,
          "The service failed for %d minutes to take up this session; its log says why. A message has it try again."
              .formatted(LENGTH.toMinutes()));
    }
  }
}
