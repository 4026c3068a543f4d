package io.agentservice.remote.shell;

import static java.nio.file.StandardOpenOption.WRITE;

import io.agentservice.remote.base.Log;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer.Exited;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A command's output so far and its end, after which nothing changes. Thread-safe. */
public final class Command {
  private final String id;
  private final Path output;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable FileChannel file;
  private long size;
  private boolean truncated;
  private @Nullable String fault;
  private @Nullable Exited end;
  private volatile long pid;

  private Command(String id, Path output) {
    this.id = id;
    this.output = output;
  }

  public record Progress(long size, @Nullable Exited end) {}

  static Command starting(String id, Path output) throws IOException {
    var command = new Command(id, output);
    command.file = FileChannel.open(output, WRITE);
    return command;
  }

  static Command ended(Path output, Exited end) {
    var command = new Command(end.id(), output);
    command.end = end;
    command.size = end.outputBytes();
    command.truncated = end.truncated();
    return command;
  }

  public String id() {
    return id;
  }

  public Path output() {
    return output;
  }

  /** Pid of its main process; 0 when not known (any more). */
  public long pid() {
    return pid;
  }

  void started(long newPid) {
    pid = newPid;
  }

  /** Blocks until there is output beyond the position, or the end. */
  public Progress awaitBeyond(long position) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (size <= position && end == null) {
        changed.await();
      }
      return new Progress(size, end);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for output beyond the position, or the end, at most so long. */
  public Progress awaitBeyond(long position, Duration limit) throws InterruptedException {
    var left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (size <= position && end == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      return new Progress(size, end);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end; false when it did not come in time. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    var left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (end == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      return end != null;
    } finally {
      lock.unlock();
    }
  }

  /** The end; null while it runs. */
  public @Nullable Exited end() {
    lock.lock();
    try {
      return end;
    } finally {
      lock.unlock();
    }
  }

  /** Adds output; what comes beyond the limit, after the end or after a fault is dropped. */
  void append(ByteBuffer bytes) {
    lock.lock();
    try {
      var channel = file;
      if (channel == null || fault != null) {
        return;
      }
      var room = (int) Math.min(bytes.remaining(), ToRemote.ReadOutput.MOST_KEPT - size);
      truncated |= room < bytes.remaining();
      bytes.limit(bytes.position() + room);
      while (bytes.hasRemaining()) {
        size += channel.write(bytes, size);
      }
      changed.signalAll();
    } catch (IOException e) { // such as a full disk
      truncated = true;
      fault = String.valueOf(e.getMessage());
      Log.warn("output of " + id + " beyond " + size + " bytes is not kept: " + fault);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** No more output is taken; returns how much there is. */
  long closeOutput() {
    lock.lock();
    try {
      if (file != null) {
        file.close();
        file = null;
      }
      return size;
    } catch (IOException e) {
      Log.warn("output of " + id + ": " + e.getMessage());
      return size;
    } finally {
      lock.unlock();
    }
  }

  boolean truncated() {
    lock.lock();
    try {
      return truncated;
    } finally {
      lock.unlock();
    }
  }

  /** Why output below the limit was not kept; null for no fault. */
  @Nullable String fault() {
    lock.lock();
    try {
      return fault;
    } finally {
      lock.unlock();
    }
  }

  void finish(Exited exited) {
    lock.lock();
    try {
      end = exited;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
