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

  /** A person has interrupted the agent; thrown once for it. */
  public static final class InterruptedByPersonException extends RuntimeException {
    InterruptedByPersonException(@Nullable Throwable cause) {
      super("interrupted by a person", cause);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread waiting;
  private boolean workWaits;
  private volatile boolean stopped;
  private boolean interrupted;

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

  /** Ends what the agent does now, by {@link #work}, or what it would begin next. */
  public void interrupt() {
    lock.lock();
    try {
      interrupted = true;
      if (waiting != null && workWaits) {
        waiting.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the agent has been interrupted since the last time; that is over then. */
  public boolean takeInterrupt() {
    lock.lock();
    try {
      boolean taken = interrupted;
      interrupted = false;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Work that an interrupt may end; throws {@link StoppedException} when stopped. */
  public <T extends @Nullable Object> T wait(Callable<T> work) {
    return wait(work, false);
  }

  /** The same, of work that also ends when the agent is interrupted. */
  public <T extends @Nullable Object> T work(Callable<T> work) {
    return wait(work, true);
  }

  private <T extends @Nullable Object> T wait(Callable<T> work, boolean ofAgent) {
    enter(ofAgent);
    try {
      return work.call();
    } catch (Exception e) {
      if (stopped) {
        throw new StoppedException(e);
      }
      if (ofAgent && takeInterrupt()) {
        throw new InterruptedByPersonException(e);
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

  /** The same where it should end when the agent is interrupted. */
  public void checkInterrupt() {
    check();
    if (takeInterrupt()) {
      throw new InterruptedByPersonException(null);
    }
  }

  private void enter(boolean ofAgent) {
    lock.lock();
    try {
      check();
      waiting = Thread.currentThread();
      workWaits = ofAgent;
      if (ofAgent && interrupted) {
        waiting.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      waiting = null;
      // The interrupt was ours; transactions that follow must not see it.
      Thread.interrupted();
    } finally {
      lock.unlock();
    }
  }
}
