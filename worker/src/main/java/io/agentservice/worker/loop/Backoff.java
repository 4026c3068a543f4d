package io.agentservice.worker.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Waiting times after failures: 1 s, doubled up to 60 s, half of each random. */
public final class Backoff {
  private static final long FIRST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 60_000;

  private final RandomGenerator chance;
  private int failures;

  public Backoff(RandomGenerator chance) {
    this.chance = chance;
  }

  /** The wait after one more failure, at least {@code asked} (Retry-After) if not null. */
  public Duration next(@Nullable Duration asked) {
    long full = Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(failures, 6));
    failures++;
    long wait = Math.max(FIRST_MILLIS, full / 2 + chance.nextLong(full / 2 + 1));
    var own = Duration.ofMillis(wait);
    return asked != null && asked.compareTo(own) > 0 ? asked : own;
  }

  /** A success: the next failure starts at 1 s again. */
  public void reset() {
    failures = 0;
  }
}
