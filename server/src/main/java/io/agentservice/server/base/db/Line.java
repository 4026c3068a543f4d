package io.agentservice.server.base.db;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the threads of a lane wait for their turn, as many at a time as the lane has connections. A
 * line that is long but moves is a busy database; one in which nobody is served is a database that
 * is away, and nobody has to wait long to know that.
 */
final class Line {
  private final Semaphore turns;
  private final AtomicLong served = new AtomicLong();
  private final Duration still;
  private final Duration longest;

  /**
   * Makes an empty line.
   *
   * @param still for how long one waits while nobody is served
   * @param longest for how long one waits at all
   */
  Line(int connections, Duration still, Duration longest) {
    this.turns = new Semaphore(connections, true);
    this.still = still;
    this.longest = longest;
  }

  /** Waits for a turn, to be ended by {@link #leave}; false when it did not come. */
  boolean enter() throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    long before;
    do {
      before = served.get();
      if (turns.tryAcquire(still.toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
    } while (served.get() != before && System.nanoTime() - end < 0);
    return false;
  }

  /** How many turns have ended well so far. */
  long served() {
    return served.get();
  }

  /** Ends a turn; {@code done}: the database did what was asked for, or refused it. */
  void leave(boolean done) {
    if (done) {
      served.incrementAndGet();
    }
    turns.release();
  }
}
