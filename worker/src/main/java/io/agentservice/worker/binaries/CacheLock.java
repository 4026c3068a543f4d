package io.agentservice.worker.binaries;

import io.agentservice.worker.files.OwnerOnly;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.Stop.Level;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A binary's lock by the operating system; deleting its file would split the lock. */
final class CacheLock implements AutoCloseable {
  /** A little longer than the longest download. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(16);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final FileChannel channel;
  private final FileLock lock;

  private CacheLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** Waits for the lock; a stop ends the waiting. */
  static CacheLock acquire(Path file, Stop stop) throws IOException {
    var channel = OwnerOnly.open(file);
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    try {
      do {
        var lock = tryLock(channel);
        if (lock != null) {
          return new CacheLock(channel, lock);
        }
      } while (System.nanoTime() < deadline && !stop.await(Level.STOP, LOOK_AGAIN));
      throw new IOException("another worker holds " + file);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null; // held by another worker in this process
    }
  }

  @Override
  public void close() throws IOException {
    lock.release();
    channel.close();
  }
}
