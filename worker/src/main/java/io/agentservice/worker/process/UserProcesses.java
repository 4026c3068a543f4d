package io.agentservice.worker.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** All processes of a claimed user ({@link UserClaim}). */
final class UserProcesses {
  private static final Path ROOT = Path.of("/");
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /** Run as the user, who can't reach more; the first half guards against being root. */
  private static final String KILL = "test \"$(id -u)\" -ne 0 && kill -s KILL -- -1";

  private UserProcesses() {}

  static List<ProcessHandle> of(RunAs user) {
    return ProcessHandle.allProcesses().filter(process -> isOf(user, process.pid())).toList();
  }

  private static boolean isOf(RunAs user, long pid) {
    try {
      return RunAs.owner(Path.of("/proc", Long.toString(pid))) == user.user()
          && ProcessStart.of(pid).isPresent();
    } catch (IOException _) {
      return false; // gone meanwhile
    }
  }

  /** Ends them; returns when none is left, or none can be ended. */
  static void killAll(RunAs user) {
    long end = System.nanoTime() + LONGEST.toNanos();
    try {
      // One call for all, so that none forks away; again for what was being started.
      while (!of(user).isEmpty() && System.nanoTime() < end) {
        user.run(ROOT, "/bin/sh", "-c", KILL);
        LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      }
    } catch (IOException _) {
      // No process can be started: those of the remote's group were ended before.
    }
  }
}
