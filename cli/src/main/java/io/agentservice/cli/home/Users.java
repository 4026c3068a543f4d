package io.agentservice.cli.home;

import io.agentservice.cli.process.Closing;
import io.agentservice.cli.process.CommandFailure;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who uses the server of a data directory: each user shares a lock on the file {@code users}, and
 * the server ends when it gets that lock alone. A user that was killed has let go of it, and none
 * can come once the server has it: he waits for the end of that server.
 */
public final class Users {
  private static final String FILE = "users";

  /** Longer than a server needs to end. */
  private static final Duration LONGEST_END = Duration.ofSeconds(90);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Path, FileLocks> JOINED = new HashMap<>();

  private Users() {}

  /**
   * This process uses the server of that directory from now on, until it ends or {@link #leave}s;
   * waits for a server that is ending. Joining again does nothing.
   */
  public static void join(Home home) {
    LOCK.lock();
    try {
      if (JOINED.containsKey(home.path())) {
        return;
      }
      var file = FileLocks.on(home, FILE);
      if (FileLocks.await(LONGEST_END, file::shared) == null) {
        file.close();
        throw CommandFailure.failed(
            "the service in %s has been ending for %d s"
                .formatted(home.path(), LONGEST_END.toSeconds()),
            "end its process, or set AGENT_HOME to another directory");
      }
      JOINED.put(home.path(), file);
    } finally {
      LOCK.unlock();
    }
  }

  /** Lets go; does nothing in a process that has not joined. */
  public static void leave(Home home) {
    LOCK.lock();
    try {
      var joined = JOINED.remove(home.path());
      if (joined != null) {
        joined.close();
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** The file for a server to look at, in a process that is no user. */
  public static FileLocks seenByTheServer(Home home) {
    return FileLocks.on(home, FILE);
  }

  /** Whether anybody uses it, or a server has the lock because nobody does. */
  public enum Seen {
    USED,
    FREE,
    ENDING
  }

  /** Looks, in a process that is no user. */
  public static Seen look(Home home) {
    try (var file = FileLocks.on(home, FILE)) {
      if (!letGo(file.shared())) {
        return Seen.ENDING;
      }
      return letGo(file.whole()) ? Seen.FREE : Seen.USED;
    }
  }

  private static boolean letGo(@Nullable FileLock lock) {
    if (Objects.isNull(lock)) {
      return false;
    }
    Closing.quietly(lock::release);
    return true;
  }
}
