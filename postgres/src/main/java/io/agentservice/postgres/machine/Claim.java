package io.agentservice.postgres.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to a directory: a lock on a file in it with the owner's pid, which ends with the
 * process.
 */
public final class Claim implements AutoCloseable {
  /**
   * This process's claims: closing any channel to a file frees all its locks, so a claimed file
   * must not be opened twice.
   */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private Claim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The claim, or nothing if somebody has it, in this process or another. */
  public static Optional<Claim> take(Path file) throws IOException {
    if (!OURS.add(file)) {
      return Optional.empty();
    }
    Optional<Claim> claim = Optional.empty();
    try {
      claim = lock(file);
    } finally {
      if (claim.isEmpty()) {
        OURS.remove(file);
      }
    }
    return claim;
  }

  private static Optional<Claim> lock(Path file) throws IOException {
    var channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.FILE);
    boolean locked = false;
    try {
      if (channel.tryLock() == null) {
        return Optional.empty();
      }
      byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0).write(ByteBuffer.wrap(pid));
      locked = true;
      return Optional.of(new Claim(file, channel));
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  /** Who has the claim that could not be taken, in words. */
  public static String holder(Path file) {
    if (OURS.contains(file)) {
      return "this very process (pid " + ProcessHandle.current().pid() + ")";
    }
    try {
      return "another process (pid " + Files.readString(file) + ")";
    } catch (IOException _) {
      return "another process";
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException _) {
      // The lock is gone all the same: the descriptor is released whatever close() answers.
    } finally {
      OURS.remove(file);
    }
  }
}
