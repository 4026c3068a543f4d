package io.agentservice.remote.gateway;

import java.time.Duration;
import java.util.function.LongUnaryOperator;

/** How long to wait between attempts to connect: half a second first, ten at most. */
final class Pauses {
  private static final Duration FIRST = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final LongUnaryOperator random;
  private Duration step = FIRST;

  /** {@code random} answers a number from 0 to below its argument. */
  Pauses(LongUnaryOperator random) {
    this.random = random;
  }

  /** The next loss counts as the first. */
  void connected() {
    step = FIRST;
  }

  /** Doubles up to {@code left}, with a quarter at random to spread remotes out. */
  Duration next(Duration left) {
    var nanos = (step.compareTo(left) < 0 ? step : left).toNanos();
    var doubled = step.multipliedBy(2);
    step = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    return Duration.ofNanos(nanos - random.applyAsLong(nanos / 4 + 1));
  }
}
