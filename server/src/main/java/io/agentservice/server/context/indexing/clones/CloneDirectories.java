package io.agentservice.server.context.indexing.clones;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directories of fetches, deleted with them. The owner locks a file beside each; a free lock is a
 * killed process's, and whoever finds it deletes the directory. Servers may share the root.
 */
public final class CloneDirectories {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** How often a sweep may be quicker before that is no chance any more. */
  private static final int TRIES = 100;

  private static final Logger LOG = LoggerFactory.getLogger(CloneDirectories.class);
  private static final String LOCK = ".lock";

  private final Path root;
  private final Runnable unlocked;

  /** {@code root} is made when it is needed. */
  public CloneDirectories(Path root) {
    this(root, () -> {});
  }

  /** {@code unlocked} lets tests act before the file is locked. */
  CloneDirectories(Path root, Runnable unlocked) {
    this.root = root;
    this.unlocked = unlocked;
  }

  /** Closing deletes the directory. */
  public record Held(Path path, Path lockFile, FileChannel lock) implements AutoCloseable {
    @Override
    public void close() {
      deleteBoth(lockFile);
      try {
        lock.close();
      } catch (IOException e) {
        LOG.warn("can't free {}: {}", lockFile, e.toString());
      }
    }
  }

  public Held open() {
    try {
      Files.createDirectories(root);
      for (int i = 0; i < TRIES; i++) {
        var held = begin();
        if (held != null) {
          return held;
        }
      }
      throw new IOException("others take away what is being made there");
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for repositories at " + root, e);
    }
  }

  /** Null when a sweep deleted the unlocked file: its lock would hold nothing. */
  private @Nullable Held begin() throws IOException {
    var lockFile = root.resolve(Long.toHexString(RANDOM.nextLong()) + LOCK);
    var channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      unlocked.run();
      if (tryLock(channel) != null && Files.exists(lockFile)) {
        return new Held(Files.createDirectory(directoryOf(lockFile)), lockFile, channel);
      }
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(lockFile); // no sweep takes what this process holds
      channel.close();
      throw e;
    }
    channel.close();
    return null;
  }

  /** Deletes directories without an owner. */
  public void sweep() {
    if (!Files.isDirectory(root)) {
      return;
    }
    try (var locks = Files.newDirectoryStream(root, "*" + LOCK)) {
      locks.forEach(CloneDirectories::deleteUnheld);
    } catch (IOException e) {
      LOG.warn("can't look for what is left in {}: {}", root, e.toString());
    }
  }

  private static void deleteUnheld(Path lockFile) {
    try (var channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
      if (tryLock(channel) != null) {
        deleteBoth(lockFile);
      }
    } catch (NoSuchFileException _) {
      // Its owner was quicker.
    } catch (IOException e) {
      LOG.warn("can't delete what belongs to {}: {}", lockFile, e.toString());
    }
  }

  /** The file goes last, or no sweep would try again. */
  private static void deleteBoth(Path lockFile) {
    var directory = directoryOf(lockFile);
    delete(directory);
    if (!Files.exists(directory)) {
      delete(lockFile);
    }
  }

  private static Path directoryOf(Path lockFile) {
    String name = lockFile.getFileName().toString();
    return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) { // held by this very process
      return null;
    }
  }

  private static void delete(Path path) {
    try (var files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      // Gone already.
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("can't delete {}: {}", path, e.toString());
    }
  }
}
