package io.agentservice.remote.state;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

public final class StateDirectory implements AutoCloseable {
  /** A remote that was told to stop needs some seconds to end what runs. */
  private static final Duration LOCK_LIMIT = Duration.ofSeconds(15);

  private final Path path;
  private final boolean usedBefore;
  private final FileChannel lock;

  private StateDirectory(Path path, boolean usedBefore, FileChannel lock) {
    this.path = path;
    this.usedBefore = usedBefore;
    this.lock = lock;
  }

  /** The directory is not usable; the message is one line for the operator. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  /** Makes the directory if need be (its parents too) and takes it for this process. */
  public static StateDirectory open(Path path) throws Unusable, InterruptedException {
    var absolute = path.toAbsolutePath().normalize();
    try {
      OwnerOnly.createDirectories(absolute);
      var file = absolute.resolve("remote.lock");
      var usedBefore = Files.exists(file);
      var channel = FileChannel.open(file, CREATE, WRITE);
      var deadline = System.nanoTime() + LOCK_LIMIT.toNanos();
      while (channel.tryLock() == null) {
        if (System.nanoTime() > deadline) {
          channel.close();
          throw new Unusable("another agent-remote uses the state directory " + absolute);
        }
        Thread.sleep(Duration.ofMillis(50));
      }
      return new StateDirectory(absolute, usedBefore, channel);
    } catch (IOException e) {
      throw new Unusable(
          "the state directory " + absolute + " cannot be used; set AGENT_REMOTE_STATE_DIR");
    }
  }

  public Path path() {
    return path;
  }

  /** True when an earlier remote has been here. */
  public boolean usedBefore() {
    return usedBefore;
  }

  /** Gives the directory free for the next remote. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
