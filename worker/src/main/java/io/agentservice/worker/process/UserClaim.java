package io.agentservice.worker.process;

import io.agentservice.worker.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** One worker's right to a user: all of the user's processes end with each session. */
public final class UserClaim implements AutoCloseable {
  /** For all data directories of this machine; empty again after a boot. */
  private static final Path LOCKS = Path.of("/run");

  private static final byte[] TAKEN =
      "Every process of this user belongs to sessions of an agent worker.\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final RunAs user;
  private final FileChannel lock;

  private UserClaim(RunAs user, FileChannel lock) {
    this.user = user;
    this.lock = lock;
  }

  /**
   * Takes the user and lets it into the worker's directories, which are made. Throws
   * IllegalArgumentException, one line, when it can't be had or can't work.
   */
  public static UserClaim take(RunAs user, List<Path> directories, Path workingDirectory)
      throws IOException {
    var claim = new UserClaim(user, locked(user));
    try {
      claim.requireNoStranger();
      for (var directory : directories) {
        OwnerOnly.createDirectories(directory);
      }
      user.letThrough(directories);
      var obstacle = user.obstacle(workingDirectory);
      if (obstacle != null) {
        throw RunAs.refused(obstacle);
      }
      return claim;
    } catch (IOException | RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  static Path file(RunAs user) {
    return LOCKS.resolve("agent-run-as-" + user.user() + ".lock");
  }

  private static FileChannel locked(RunAs user) throws IOException {
    var channel = OwnerOnly.open(file(user));
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Another worker of this process: the same message serves.
    }
    channel.close();
    throw RunAs.refused(
        "another worker of this machine has %s; give each worker a user of its own"
            .formatted(user.name()));
  }

  /** Processes of a user who was no worker's before are not ours to kill. */
  private void requireNoStranger() throws IOException {
    if (lock.size() > 0) {
      return; // left by a worker that was killed: what runs are its sessions'
    }
    var strangers = UserProcesses.of(user);
    if (!strangers.isEmpty()) {
      throw RunAs.refused(
          "process %d runs as %s; sessions need a user that nothing else runs as"
              .formatted(strangers.getFirst().pid(), user.name()));
    }
    lock.write(ByteBuffer.wrap(TAKEN));
  }

  /** Releases the user; its processes are gone. */
  @Override
  public void close() {
    try (lock) {
      if (UserProcesses.of(user).isEmpty()) {
        lock.truncate(0);
      }
    } catch (IOException _) {
      // The lock ends with the process at the latest.
    }
  }
}
