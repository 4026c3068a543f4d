package io.agentservice.server.base.http.answers;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A request's waits for news, where it can be ended: an interrupt elsewhere could close a database
 * connection. Work in between checks {@link #isOver}.
 */
public final class Waits {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread waiter;
  private volatile boolean over;

  /** Touches neither database nor network. */
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
