package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What a session's commands left running when their remote was killed and no other followed; found
 * by session and state directory in their environment (Linux).
 */
public final class LeftOvers {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private LeftOvers() {}

  /** Kills them, unless a remote uses the directory. */
  public static void kill(SessionDirectory directory) {
    try {
      if (directory.isApart()) { // its files are not opened by us; what runs is in ours
        if (LivingRemote.of(directory).isEmpty()) {
          killAll(directory);
        }
      } else {
        killUnlessLocked(directory);
      }
    } catch (IOException _) {
      // The directory is not to be had; the next remote of the session looks for them, too.
    }
  }

  /** By the lock that remotes take (docs/gateway-protocol.md): one that starts meanwhile waits. */
  private static void killUnlessLocked(SessionDirectory directory) throws IOException {
    var file = directory.path().resolve("remote.lock");
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      if (lock != null) {
        killAll(directory);
      }
    } catch (NoSuchFileException | OverlappingFileLockException _) {
      // No remote was here, or one of this worker is.
    }
  }

  private static void killAll(SessionDirectory directory) {
    // They may fork while they are being killed: again, until there are none.
    long end = System.nanoTime() + LONGEST.toNanos();
    var found = find(directory);
    while (!found.isEmpty() && System.nanoTime() < end) {
      found.forEach(ProcessHandle::destroyForcibly);
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      found = find(directory);
    }
  }

  private static List<ProcessHandle> find(SessionDirectory directory) {
    var wanted =
        List.of(
            "AGENT_SESSION_ID=" + directory.path().getFileName(),
            "AGENT_REMOTE_STATE_DIR=" + directory.state());
    return ProcessHandle.allProcesses()
        .filter(process -> ProcessEnvironment.of(process).containsAll(wanted))
        .toList();
  }
}
