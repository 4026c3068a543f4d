package io.agentservice.server.testing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what a test can't be told of. */
public final class Await {
  private Await() {}

  /** Waits until it is so, two minutes at most, or until the test's time is over. */
  public static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
        throw new AssertionError("it never came to that");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
