package io.agentservice.postgres;

import java.time.Duration;

/** On the monotonic clock. */
record Deadline(long nanos) {
  private static final Duration PAUSE = Duration.ofMillis(10);

  static Deadline in(Duration patience) {
    return new Deadline(System.nanoTime() + patience.toNanos());
  }

  boolean passed() {
    return System.nanoTime() - nanos >= 0;
  }

  /** What is left; never negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  /** Waits a moment before the next look at something that is not ready yet. */
  void pause() throws InterruptedException {
    Thread.sleep(PAUSE);
  }
}
