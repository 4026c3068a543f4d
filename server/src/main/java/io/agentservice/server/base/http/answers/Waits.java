package io.agentservice.server.base.http.answers;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one request for news. Whoever ends it reaches it here and nowhere else: an interrupt
 * anywhere else could close a connection to the database. What works in between looks at {@link
 * #isOver} before it goes on.
 */
public final class Waits {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread waiter;
  private volatile boolean over;

  /** A wait, and nothing else: it touches neither database nor network. */
  @FunctionalInterface
  public interface Wait {
    void await() throws InterruptedException;
  }

  /** Whether the request is to come to its end now. */
  public boolean isOver() {
    return over;
  }

  /** Waits; returns early, or at once, when the request is to come to its end. */
  public void on(Wait wait) throws InterruptedException {
    if (!enter()) {
      return;
    }
    try {
      wait.await();
    } catch (InterruptedException e) {
      if (!over) {
        throw e;
      }
    } finally {
      leave();
    }
  }

  /** Brings the request to its end. */
  public void end() {
    lock.lock();
    try {
      over = true;
      if (waiter != null) {
        waiter.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean enter() {
    lock.lock();
    try {
      if (!over) {
        waiter = Thread.currentThread();
      }
      return !over;
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      waiter = null;
      if (over) {
        var _ = Thread.interrupted(); // it was meant for the wait
      }
    } finally {
      lock.unlock();
    }
  }
}
