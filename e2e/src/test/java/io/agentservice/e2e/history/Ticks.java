package io.agentservice.e2e.history;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Microseconds since 1970 as the machine knew it at the start; from there on monotonic. No tick is
 * handed out twice, so that of two things one is the earlier, however fast they follow each other.
 */
final class Ticks {
  static final long SECOND = 1_000_000;
  static final long NEVER = Long.MAX_VALUE;
  private static final long WALL = System.currentTimeMillis() * 1000;
  private static final long START = System.nanoTime();
  private static final AtomicLong LAST = new AtomicLong();

  private Ticks() {}

  static long now() {
    long now = WALL + (System.nanoTime() - START) / 1000;
    return LAST.updateAndGet(last -> Math.max(last + 1, now));
  }
}
