package io.agentservice.server.base.http.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Fixed windows of a minute per credential and policy (completions.md 9). Counts in memory; {@link
 * RateSharing} adds up the nodes. Thread-safe.
 */
public final class RateLimits {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final double SECOND = 1e9;

  private final Supplier<Quota> quota;
  private final LongSupplier nanos;
  private final Cache<String, Window> windows =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofMinutes(2)).build();

  /** Requests a minute by policy; 0 switches a policy off. */
  public record Quota(int reads, int writes, int creates, int anonymous) {}

  /** Its name stands in the headers. */
  public enum Policy {
    READ,
    WRITE,
    /** Creations of sessions, which count as writes too. */
    CREATE,
    /** Requests without a valid credential. */
    ANONYMOUS
  }

  /** After a request; {@code seconds} until the window ends. */
  record Standing(long quota, long left, long seconds) {
    boolean exceeded() {
      return left < 0;
    }
  }

  public RateLimits(Quota quota) {
    this(() -> quota);
  }

  /** {@code quota} as it is now. */
  public RateLimits(Supplier<Quota> quota) {
    this(quota, System::nanoTime);
  }

  /** {@code nanos}: a clock. */
  RateLimits(Supplier<Quota> quota, LongSupplier nanos) {
    this.quota = quota;
    this.nanos = nanos;
  }

  /** Counts one request. */
  Standing count(Policy policy, String who) {
    long limit = limit(policy);
    long now = nanos.getAsLong();
    var window =
        windows
            .asMap()
            .compute(
                policy + " " + who,
                (_, present) ->
                    present == null || present.over(now)
                        ? new Window(now, 1, 1)
                        : present.counted());
    long seconds =
        TimeUnit.NANOSECONDS.toSeconds(Math.max(WINDOW_NANOS - (now - window.start), 0)) + 1;
    long left = limit == 0 ? Long.MAX_VALUE : limit - window.used;
    return new Standing(limit, left, Math.min(seconds, 60));
  }

  /** Counted in a window of this age in seconds. */
  record Count(String key, long used, double age) {}

  /** Up to {@code most} windows with untold counts. */
  List<Count> untold(int most) {
    long now = nanos.getAsLong();
    return windows.asMap().entrySet().stream()
        .filter(entry -> entry.getValue().untold > 0 && !entry.getValue().over(now))
        .limit(most)
        .map(entry ->
            new Count(
                entry.getKey(), entry.getValue().untold, (now - entry.getValue().start) / SECOND))
        .toList();
  }

  /** {@code total} is what all nodes have counted meanwhile in the shared window. */
  void told(Count sent, Count total) {
    long now = nanos.getAsLong();
    long start = now - (long) (total.age() * SECOND);
    windows
        .asMap()
        .computeIfPresent(
            sent.key(),
            (_, present) -> {
              long since = Math.max(present.untold - sent.used(), 0);
              return new Window(start, total.used() + since, since);
            });
  }

  boolean isOff(Policy policy) {
    return limit(policy) == 0;
  }

  private long limit(Policy policy) {
    var now = quota.get();
    return switch (policy) {
      case READ -> now.reads();
      case WRITE -> now.writes();
      case CREATE -> now.creates();
      case ANONYMOUS -> now.anonymous();
    };
  }

  /** A window: {@code used} by all nodes, as far as known; {@code untold} only here. */
  private record Window(long start, long used, long untold) {
    boolean over(long now) {
      return now - start >= WINDOW_NANOS;
    }

    Window counted() {
      return new Window(start, used + 1, untold + 1);
    }
  }
}
