package io.agentservice.remote.shell;

import io.agentservice.wire.frames.ToRemote.PtySize;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Feeds one command's standard input from a thread of its own, because a command need not read. The
 * descriptor belongs to this class.
 */
final class Input {
  private static final int PENDING_LIMIT = 8 << 20;

  private final int descriptor;
  private final LinkedBlockingQueue<Optional<byte[]>> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final ReentrantLock closing = new ReentrantLock();
  private volatile boolean open = true;
  private boolean closed;

  Input(int descriptor, String commandId) {
    this.descriptor = descriptor;
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

  /** Tells the terminal behind the descriptor its size; false when it has been closed. */
  boolean resize(PtySize size) {
    closing.lock();
    try {
      if (!closed) {
        Spawner.resize(descriptor, size);
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
      Posix.close(descriptor);
    } finally {
      closing.unlock();
    }
  }

  private void feed() {
    try (var arena = Arena.ofConfined()) {
      var errno = Posix.errnoIn(arena);
      var buffer = arena.allocate(64 << 10);
      for (var next = queue.take(); next.isPresent(); next = queue.take()) {
        var bytes = next.get();
        for (var from = 0; from < bytes.length; ) {
          var count = (int) Math.min(bytes.length - from, buffer.byteSize());
          buffer.asByteBuffer().put(bytes, from, count);
          var written = Posix.write(errno, descriptor, buffer.asSlice(0, count));
          if (written == -Posix.EINTR) {
            continue;
          }
          if (written < 0) { // nobody reads any more
            open = false;
            from = bytes.length;
          } else {
            from += (int) written;
          }
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
