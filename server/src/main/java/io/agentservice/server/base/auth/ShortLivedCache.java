package io.agentservice.server.base.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What this node found a moment ago about who may do what (ADR 0029). A change holds at once on its
 * node ({@link #forget}), on others after {@link #LIFE}. Refusals are not kept.
 */
public final class ShortLivedCache<K, V> {
  /** Short enough to do without telling the other nodes. */
  static final Duration LIFE = Duration.ofMillis(100);

  private static final int MOST = 10_000;

  /** {@code epoch}: what was read before {@link #forget} is never found after it. */
  private record Key<K>(K key, long epoch) {}

  private final AtomicLong epoch = new AtomicLong();
  private final Cache<Key<K>, V> found =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(LIFE).build();

  /** What is known, or else what {@code find} answers; if that throws, nothing is kept. */
  public V get(K key, Supplier<V> find) {
    var now = new Key<>(key, epoch.get());
    var known = found.getIfPresent(now);
    if (known != null) {
      return known;
    }
    var answer = find.get();
    found.put(now, answer);
    return answer;
  }

  /** All of it; also what is being read now. */
  public void forget() {
    epoch.incrementAndGet();
  }
}
