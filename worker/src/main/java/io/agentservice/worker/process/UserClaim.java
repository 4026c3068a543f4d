package io.agentservice.worker.process;

import io.agentservice.worker.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The right of one worker to a user, all of whose processes are sessions' then: they end with each
 * session, whatever they did to hide where they come from.
 */
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
   * Takes the user and opens the worker's directories for it, so far that it gets to what is its
   * own.
   *
   * @param directories of the worker's; made when they are not there
   * @param workingDirectory of the sessions
   * @throws IllegalArgumentException when it can't be had, or can't work; one line that says why
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

  /** The file of a user. */
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

  /** What runs as a user that was no worker's before is not ours to be killed. */
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

  /** Gives the user free; with all its processes gone it is anybody's again. */
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
