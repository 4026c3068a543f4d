package io.agentservice.server.agent.loop.model;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Interrupts a thread only while it waits for a model, a machine or a message. */
public final class StopSwitch {
  public static final class StoppedException extends RuntimeException {
    StoppedException(@Nullable Throwable cause) {
      super("stopped", cause);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread waiting;
  private volatile boolean stopped;

  public void stop() {
    lock.lock();
    try {
      stopped = true;
      if (waiting != null) {
        waiting.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Work that an interrupt may end; throws {@link StoppedException} when stopped. */
  public <T extends @Nullable Object> T wait(Callable<T> work) {
    enter();
    try {
      return work.call();
    } catch (Exception e) {
      if (stopped) {
        throw new StoppedException(e);
      }
      if (e instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException(e);
    } finally {
      leave();
    }
  }

  /** To be called where work should end early. */
  public void check() {
    if (stopped) {
      throw new StoppedException(null);
    }
  }

  private void enter() {
    lock.lock();
    try {
      check();
      waiting = Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      waiting = null;
      if (stopped) {
        // The interrupt was ours; transactions that follow must not see it.
        Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }
}
