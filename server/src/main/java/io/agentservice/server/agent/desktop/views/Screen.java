package io.agentservice.server.agent.desktop.views;

import io.agentservice.wire.frames.OutputFrame;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What a machine shows one viewer and was not taken yet, and how that ended. Thread-safe. */
final class Screen {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private int held;
  private boolean started;
  private boolean stirred;
  private @Nullable Ending ending;

  /** As the viewer is told: a code of websockets, and why, in ASCII, at most 120 characters. */
  record Ending(int code, String reason) {
    private static final int MOST = 120;

    static final int OVER = 1000;
    static final int GOING_AWAY = 1001;
    static final int NOT_ALLOWED = 1008;
    static final int FAILED = 1011;
    static final int TRY_LATER = 1013;

    /** Machines choose words freely. */
    static Ending of(int code, String reason) {
      String plain = reason.replaceAll("[^ -~]", "?");
      return new Ending(code, plain.substring(0, Math.min(plain.length(), MOST)));
    }
  }

  /** It has begun: the machine takes what the viewer says. */
  void start() {
    lock.lock();
    try {
      started = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean started() {
    lock.lock();
    try {
      return started;
    } finally {
      lock.unlock();
    }
  }

  /** Called by the connection's reader. */
  void append(byte[] bytes) {
    lock.lock();
    try {
      if (ending != null) {
        return;
      }
      if (held + bytes.length > OutputFrame.WINDOW) {
        end(new Ending(Ending.FAILED, "the machine sends more than it may"));
        return;
      }
      held += bytes.length;
      waiting.add(bytes);
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next bytes to be sent; null for none now. They are held until {@link #sent}. */
  @Nullable ByteBuffer next() {
    lock.lock();
    try {
      var bytes = waiting.poll();
      return bytes == null ? null : ByteBuffer.wrap(bytes);
    } finally {
      lock.unlock();
    }
  }

  void sent(int bytes) {
    lock.lock();
    try {
      held -= bytes;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The first one counts; false for a later one. What waits is shown only before an orderly one.
   */
  boolean end(Ending how) {
    lock.lock();
    try {
      if (ending != null) {
        return false;
      }
      ending = how;
      if (how.code() != Ending.OVER) {
        waiting.clear();
      }
      news.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Nullable Ending ending() {
    lock.lock();
    try {
      return ending;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes who waits. */
  void stir() {
    lock.lock();
    try {
      stirred = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for bytes, the end, or to be stirred. */
  void await(Duration time) throws InterruptedException {
    long left = time.toNanos();
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty() && ending == null && !stirred && left > 0) {
        left = news.awaitNanos(left);
      }
      stirred = false;
    } finally {
      lock.unlock();
    }
  }
}
