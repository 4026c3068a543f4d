package io.agentservice.postgres.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

public final class Trees {
  private Trees() {}

  /**
   * Deletes a directory, links but not their targets, if it exists; throws when something stays.
   * Directories of our own that can't be written are made so first.
   */
  public static void delete(Path root) throws IOException {
    if (Files.notExists(root, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            makeWritable(directory);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void makeWritable(Path directory) {
    var view =
        Files.getFileAttributeView(
            directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null || Files.isWritable(directory)) {
      return;
    }
    try {
      view.setPermissions(PosixFilePermissions.fromString("rwx------"));
    } catch (IOException _) {
      // Somebody else's: when it is empty, it can be deleted all the same.
    }
  }

  /** Brings a file or link of one tree into the other. */
  @FunctionalInterface
  public interface Each {
    void bring(Path from, Path to) throws IOException;
  }

  /** Makes the directories of the tree at another place and brings each file there. */
  public static void copy(Path from, Path to, Each each) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(directory, target(directory), StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            each.bring(file, target(file));
            return FileVisitResult.CONTINUE;
          }

          private Path target(Path path) {
            return to.resolve(from.relativize(path).toString());
          }
        });
  }

  /** Whether the system syncs a whole file system at once. */
  public static boolean syncsWhole() {
    return System.getProperty("os.name", "").startsWith("Linux");
  }

  /** Returns when the tree is on disk; file by file would take seconds. */
  public static void sync(Path root, Deadline deadline) throws IOException, InterruptedException {
    if (syncsWhole()
        && Command.exists("sync")
        && Command.of("sync", "-f", root.toString()).run(root, deadline).success()) {
      return;
    }
    try (var paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        try (var channel = FileChannel.open(path)) { // a directory, too
          channel.force(true);
        }
      }
    }
  }

  /** A hard link, or else a copy. */
  public static void link(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (IOException | UnsupportedOperationException _) {
      Files.copy(from, to, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Gives the tree to a user and a group; links are not followed. */
  public static void give(Path root, int user, int group) throws IOException {
    try (var paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.setAttribute(path, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(path, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}
