package io.agentservice.postgres.machine;

import java.time.Duration;

/** On the monotonic clock. */
public record Deadline(long nanos) {
  private static final Duration PAUSE = Duration.ofMillis(10);

  public static Deadline in(Duration patience) {
    return new Deadline(System.nanoTime() + patience.toNanos());
  }

  public boolean passed() {
    return System.nanoTime() - nanos >= 0;
  }

  /** What is left; never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  /** Waits a moment before the next look at something that is not ready yet. */
  public void pause() throws InterruptedException {
    Thread.sleep(PAUSE);
  }
}
