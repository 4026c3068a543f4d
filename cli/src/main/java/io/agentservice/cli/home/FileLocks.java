package io.agentservice.cli.home;

import io.agentservice.cli.process.Closing;
import io.agentservice.cli.process.CommandFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Locks of the operating system on files of the data directory: whoever is killed has let go of
 * them. A process opens each file once, since closing one of two lets go of both.
 */
public final class FileLocks implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(25);

  private final FileChannel channel;

  private FileLocks(FileChannel channel) {
    this.channel = channel;
  }

  /** On a file of the directory, made when it is not there. */
  public static FileLocks on(Home home, String name) {
    var file = home.file(name);
    try {
      return new FileLocks(
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static CommandFailure failed(Path file, IOException e) {
    return CommandFailure.failed("can't lock %s: %s".formatted(file, e.getMessage()), null);
  }

  /** The whole file; null when another process has any part of it. */
  public @Nullable FileLock whole() {
    return at(0, Long.MAX_VALUE, false);
  }

  /** The whole file together with others that share it; null when one has it alone. */
  @Nullable FileLock shared() {
    return at(0, Long.MAX_VALUE, true);
  }

  /** One place in the file; null when another process has it. */
  @Nullable FileLock place(long position) {
    return at(position, 1, false);
  }

  private @Nullable FileLock at(long from, long size, boolean shared) {
    try {
      return channel.tryLock(from, size, shared);
    } catch (OverlappingFileLockException _) {
      return null; // this process has it
    } catch (IOException e) {
      throw CommandFailure.failed("can't lock a file: " + e.getMessage(), null);
    }
  }

  /**
   * Tries until it is there.
   *
   * @param attempt one of the above
   * @return null when the time is over
   */
  public static @Nullable FileLock await(Duration longest, Supplier<@Nullable FileLock> attempt) {
    long end = System.nanoTime() + longest.toNanos();
    while (true) {
      var lock = attempt.get();
      if (lock != null || System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        return lock;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Lets go of all. */
  @Override
  public void close() {
    Closing.quietly(channel);
  }
}
