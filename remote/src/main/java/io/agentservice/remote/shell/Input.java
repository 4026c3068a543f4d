package io.agentservice.remote.shell;

import io.agentservice.remote.process.Started;
import io.agentservice.wire.frames.ToRemote.PtySize;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Feeds a command's input from a thread of its own: a command need not read. */
final class Input {
  private static final int PENDING_LIMIT = 8 << 20;

  private final Started process;
  private final LinkedBlockingQueue<Optional<byte[]>> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final ReentrantLock closing = new ReentrantLock();
  private volatile boolean open = true;
  private boolean closed;

  Input(Started process, String commandId) {
    this.process = process;
    Thread.ofPlatform().daemon().name("input " + commandId).start(this::feed);
  }

  /** False when the input has been closed or too much of it is unread. */
  boolean offer(byte[] bytes) {
    if (!open || pending.addAndGet(bytes.length) > PENDING_LIMIT) {
      pending.addAndGet(-bytes.length);
      return false;
    }
    if (bytes.length > 0) {
      queue.add(Optional.of(bytes));
    }
    return true;
  }

  /** Closes the input after what was offered before. */
  void end() {
    open = false;
    queue.add(Optional.empty()); // the end
  }

  /** Tells the terminal behind the input its size; false when it has been closed. */
  boolean resize(PtySize size) {
    closing.lock();
    try {
      if (!closed) {
        process.resize(size);
      }
      return !closed;
    } finally {
      closing.unlock();
    }
  }

  private void close() {
    closing.lock();
    try {
      open = false;
      closed = true;
      process.closeInput();
    } finally {
      closing.unlock();
    }
  }

  private void feed() {
    try {
      var read = true; // by somebody, as far as we know
      for (var next = queue.take(); next.isPresent(); next = queue.take()) {
        var bytes = next.get();
        read = read && process.write(bytes);
        if (!read) {
          open = false;
        }
        pending.addAndGet(-bytes.length);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }
}
