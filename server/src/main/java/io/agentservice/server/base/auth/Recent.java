package io.agentservice.server.base.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What this node has found a moment ago about who may do what, so that a program that asks a
 * hundred times a second is looked up ten times. A change holds at once on the node that made it
 * ({@link #forget}), on others when what they know has lived for {@link #LIFE}. Refusals are not
 * kept. See ADR 0029.
 */
public final class Recent<K, V> {
  /** Short enough that nobody need tell the other nodes. */
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
