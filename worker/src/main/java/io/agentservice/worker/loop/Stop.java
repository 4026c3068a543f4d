package io.agentservice.worker.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The wish that the worker ends (fleet.md 7, signals); it only grows, and every wait listens to it.
 */
public final class Stop {

  public enum Level {
    NONE,
    /** No new claims; the session under way is served to its end. */
    DRAIN,
    /** No new claims; the remote is ended in order, the claim is released. */
    STOP,
    /** The same with force and without patience. */
    KILL
  }

  /** Ends a listening; closing it twice does nothing. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** Not a record: two listeners of the same action are two. */
  private static final class Listener {
    private final Level level;
    private final Runnable action;

    Listener(Level level, Runnable action) {
      this.level = level;
      this.action = action;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition raised = lock.newCondition();
  private final List<Listener> listeners = new ArrayList<>();
  private Level level = Level.NONE;
  private int exitCode;

  /** Raises the level; {@code code} is the exit code, in which the first above a drain counts. */
  public void raise(Level wanted, int code) {
    var due = new ArrayList<Listener>();
    lock.lock();
    try {
      if (wanted.compareTo(level) <= 0) {
        return;
      }
      for (var listener : listeners) {
        if (listener.level.compareTo(level) > 0 && listener.level.compareTo(wanted) <= 0) {
          due.add(listener);
        }
      }
      if (level.compareTo(Level.STOP) < 0) {
        exitCode = code;
      }
      level = wanted;
      raised.signalAll();
    } finally {
      lock.unlock();
    }
    due.forEach(listener -> listener.action.run());
  }

  /** Whether this level, or a more urgent one, was raised. */
  public boolean reached(Level wanted) {
    lock.lock();
    try {
      return level.compareTo(wanted) >= 0;
    } finally {
      lock.unlock();
    }
  }

  /** The exit code that goes with what was raised; 0 for none and for a drain. */
  public int exitCode() {
    lock.lock();
    try {
      return exitCode;
    } finally {
      lock.unlock();
    }
  }

  /** Waits at most this long; true when the level was reached. */
  public boolean await(Level wanted, Duration longest) {
    long left = longest.toNanos();
    lock.lock();
    try {
      while (level.compareTo(wanted) < 0 && left > 0) {
        left = raised.awaitNanos(left);
      }
      return level.compareTo(wanted) >= 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Runs the action once when the level is reached, perhaps at once. */
  public Registration on(Level wanted, Runnable action) {
    var listener = new Listener(wanted, action);
    boolean now;
    lock.lock();
    try {
      now = level.compareTo(wanted) >= 0;
      if (!now) {
        listeners.add(listener);
      }
    } finally {
      lock.unlock();
    }
    if (now) {
      action.run();
    }
    return () -> forget(listener);
  }

  private void forget(Listener listener) {
    lock.lock();
    try {
      listeners.remove(listener);
    } finally {
      lock.unlock();
    }
  }
}
