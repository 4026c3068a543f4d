package io.agentservice.server.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Fixed windows of a minute per credential and policy (completions.md 9), counted on each node.
 *
 * @see Quota
 */
public final class RateLimits {
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Quota quota;
  private final LongSupplier nanos;
  private final Cache<String, Window> windows =
      Caffeine.newBuilder().expireAfterWrite(Duration.ofMinutes(2)).build();

  /** Requests a minute by policy; 0 switches a policy off. */
  public record Quota(int reads, int writes, int creates, int anonymous) {}

  /** What may be asked how often; its name stands in the headers. */
  public enum Policy {
    READ,
    WRITE,
    /** Creations of sessions, which count as writes too. */
    CREATE,
    /** Requests without a valid credential. */
    ANONYMOUS
  }

  /** Where a credential stands after a request; {@code seconds} until the window ends. */
  record Standing(long quota, long left, long seconds) {
    boolean exceeded() {
      return left < 0;
    }
  }

  public RateLimits(Quota quota) {
    this(quota, System::nanoTime);
  }

  /** With a clock of its own, in nanoseconds. */
  RateLimits(Quota quota, LongSupplier nanos) {
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
                    present == null || now - present.start >= WINDOW_NANOS
                        ? new Window(now)
                        : present);
    long used = window.used.incrementAndGet();
    long seconds =
        TimeUnit.NANOSECONDS.toSeconds(Math.max(WINDOW_NANOS - (now - window.start), 0)) + 1;
    return new Standing(limit, limit == 0 ? Long.MAX_VALUE : limit - used, Math.min(seconds, 60));
  }

  boolean isOff(Policy policy) {
    return limit(policy) == 0;
  }

  private long limit(Policy policy) {
    return switch (policy) {
      case READ -> quota.reads();
      case WRITE -> quota.writes();
      case CREATE -> quota.creates();
      case ANONYMOUS -> quota.anonymous();
    };
  }

  private static final class Window {
    private final long start;
    private final AtomicLong used = new AtomicLong();

    Window(long start) {
      this.start = start;
    }
  }
}
