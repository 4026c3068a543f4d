package io.agentservice.server.base.http.lists;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/**
 * How many rows a list has: exact up to 10,000, beyond up to a minute old (completions.md 5).
 * Thread-safe.
 */
public final class Totals {
  /** The exact range. */
  private static final long EXACT = 10_000;

  private static final int MOST_LISTS = 4096;

  private static final Duration LIFE = Duration.ofSeconds(50);

  private final Cache<String, Long> large =
      Caffeine.newBuilder().maximumSize(MOST_LISTS).expireAfterWrite(LIFE).build();

  /** {@code count} counts the matches up to its argument; {@code scope} as of cursors. */
  public long of(String scope, LongUnaryOperator count) {
    long found = count.applyAsLong(EXACT + 1);
    return found <= EXACT
        ? found
        : Math.max(found, large.get(scope, _ -> count.applyAsLong(Long.MAX_VALUE)));
  }
}
