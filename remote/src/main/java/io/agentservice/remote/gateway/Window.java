package io.agentservice.remote.gateway;

import io.agentservice.wire.frames.OutputFrame;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many bytes may be sent on a channel before the server gives credit again. */
final class Window {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition credited = lock.newCondition();
  private long left = OutputFrame.WINDOW;
  private boolean closed;

  /**
   * Takes up to {@code wanted} (more than 0) bytes, blocking while there are none; 0 when closed.
   */
  int take(long wanted) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (left == 0 && !closed) {
        credited.await();
      }
      if (closed) {
        return 0;
      }
      var taken = Math.min(left, Math.min(wanted, OutputFrame.MAX_PAYLOAD));
      left -= taken;
      return (int) taken;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes who waits. */
  void close() {
    lock.lock();
    try {
      closed = true;
      credited.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives bytes back, up to the window's size. */
  void give(long bytes) {
    lock.lock();
    try {
      if (bytes > 0) {
        left = bytes >= OutputFrame.WINDOW - left ? OutputFrame.WINDOW : left + bytes;
        credited.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }
}
