package io.agentservice.server.base.background;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one thread early: "look again". Rings while it works count as one. Thread-safe. */
public final class Doorbell {
  private final Semaphore rings = new Semaphore(0);

  /** Ends the wait, or the next one. Never blocks. */
  public void ring() {
    rings.release();
  }

  /** Waits until it was rung since the last wait ended, at most so long. */
  public void await(Duration atMost) throws InterruptedException {
    var _ = rings.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
    rings.drainPermits();
  }
}
