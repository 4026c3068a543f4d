package io.agentservice.server.base.http.answers;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What is open on this node because somebody watches it, once for all its viewers: opened by the
 * first of them, closed behind the last.
 *
 * @param <K> what is watched
 * @param <V> what its viewers share
 */
public final class Viewed<K, V> {
  private final Map<K, Shared<V>> open = new ConcurrentHashMap<>();
  private final Function<K, V> opener;
  private final Consumer<V> closer;

  public Viewed(Function<K, V> opener, Consumer<V> closer) {
    this.opener = opener;
    this.closer = closer;
  }

  private record Shared<V>(V value, int viewers) {
    Shared<V> with(int more) {
      return new Shared<>(value, viewers + more);
    }
  }

  /** One viewer's. */
  public final class Hold implements AutoCloseable {
    private final K key;
    private final V value;

    private Hold(K key, V value) {
      this.key = key;
      this.value = value;
    }

    /** What he shares. */
    public V value() {
      return value;
    }

    @Override
    public void close() {
      open.computeIfPresent(
          key,
          (_, shared) -> {
            if (shared.viewers() > 1) {
              return shared.with(-1);
            }
            closer.accept(shared.value());
            return null;
          });
    }
  }

  /** For one more viewer, until he closes it. Throws what the opener does, with nothing held. */
  public Hold hold(K key) {
    var shared =
        open.compute(
            key,
            (_, present) -> present == null ? new Shared<>(opener.apply(key), 1) : present.with(1));
    return new Hold(key, shared.value());
  }
}
