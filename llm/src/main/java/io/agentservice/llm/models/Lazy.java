package io.agentservice.llm.models;

import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is opened once, at its first use, and closed at most once. */
final class Lazy<T> implements Supplier<T>, AutoCloseable {

  private final ReentrantLock lock = new ReentrantLock();
  private final Supplier<T> opener;
  private final Consumer<T> closer;
  private volatile @Nullable T value;
  private boolean closed;

  Lazy(Supplier<T> opener, Consumer<T> closer) {
    this.opener = opener;
    this.closer = closer;
  }

  @Override
  public T get() {
    T opened = value;
    return opened == null ? open() : opened;
  }

  private T open() {
    lock.lock();
    try {
      if (closed) {
        throw new LlmException(Kind.UNREACHABLE, "the server is shutting down");
      }
      T opened = value;
      if (opened == null) {
        opened = opener.get();
        value = opened;
      }
      return opened;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      T opened = value;
      value = null;
      closed = true;
      if (opened != null) {
        closer.accept(opened);
      }
    } finally {
      lock.unlock();
    }
  }
}
