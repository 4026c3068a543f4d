package io.agentservice.remote.browser;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

record Deadline(long nanoTime) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** The earlier one of this and a time from now. */
  Deadline orIn(Duration time) {
    var other = in(time);
    return other.nanoTime - nanoTime < 0 ? other : this;
  }

  Deadline plus(Duration time) {
    return new Deadline(nanoTime + time.toNanos());
  }

  boolean isOver() {
    return leftNanos() <= 0;
  }

  long leftNanos() {
    return nanoTime - System.nanoTime();
  }

  /** Waits a moment, at most to the deadline. */
  void pause(Duration time) throws InterruptedException {
    var nanos = Math.min(time.toNanos(), leftNanos());
    if (nanos > 0) {
      TimeUnit.NANOSECONDS.sleep(nanos);
    }
  }
}
