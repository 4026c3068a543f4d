package io.agentservice.server.engine.queue;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes this node's watchers after a commit; other nodes' changes are polled. */
public final class FeedSignal {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();
  private long changes;

  void changed() {
    lock.lock();
    try {
      changes++;
      rung.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** To be read before the table, for {@link #await}. */
  public long seen() {
    lock.lock();
    try {
      return changes;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until it was rung after {@code seen}, at most the given time. */
  public void await(long seen, Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (changes == seen && left > 0) {
        left = rung.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
