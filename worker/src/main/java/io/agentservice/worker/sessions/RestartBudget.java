package io.agentservice.worker.sessions;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/** How often a remote may be started again: five times in ten minutes (fleet.md 7 step 12). */
final class RestartBudget {
  static final int MOST = 5;
  private static final long WINDOW_NANOS = Duration.ofMinutes(10).toNanos();

  private final LongSupplier nanoTime;
  private final ArrayDeque<Long> restarts = new ArrayDeque<>();

  RestartBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether one was taken in the last ten minutes. */
  boolean isBegun() {
    forgetOld();
    return !restarts.isEmpty();
  }

  /** Takes one restart; the number of those in the last ten minutes, or 0 when all are used up. */
  int take() {
    long now = forgetOld();
    if (restarts.size() >= MOST) {
      return 0;
    }
    restarts.addLast(now);
    return restarts.size();
  }

  private long forgetOld() {
    long now = nanoTime.getAsLong();
    while (!restarts.isEmpty() && now - restarts.getFirst() >= WINDOW_NANOS) {
      restarts.removeFirst();
    }
    return now;
  }
}
