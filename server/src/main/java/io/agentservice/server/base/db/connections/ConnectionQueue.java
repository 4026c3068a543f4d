package io.agentservice.server.base.db.connections;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lane's queue for connections. One that moves is a busy database; one in which nobody is served,
 * a database that is away: nobody waits long.
 */
public final class ConnectionQueue {
  private final Semaphore turns;
  private final AtomicLong served = new AtomicLong();
  private final Duration still;
  private final Duration longest;

  /** {@code still} limits the wait while nobody is served, {@code longest} any wait. */
  ConnectionQueue(int connections, Duration still, Duration longest) {
    this.turns = new Semaphore(connections, true);
    this.still = still;
    this.longest = longest;
  }

  /** Waits for a turn, ended by {@link #leave}; false when it did not come. */
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

  /** About how many wait for a turn. */
  int waiting() {
    return turns.getQueueLength();
  }

  /** {@code done}: the database did what was asked, or refused it. */
  void leave(boolean done) {
    if (done) {
      served.incrementAndGet();
    }
    turns.release();
  }
}
