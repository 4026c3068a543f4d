package io.agentservice.worker.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that nobody but their owner may look into, from their first moment on; as
 * far as the file system knows permissions (POSIX).
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private OwnerOnly() {}

  /** Whether others may read or write it; false when it is not there or knows no such rights. */
  public static boolean isOpen(Path file) {
    try {
      return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
    } catch (IOException | UnsupportedOperationException _) {
      return false;
    }
  }

  /** Makes the directory and its parents; what is there already stays as it is. */
  public static void createDirectories(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, mode(directory, "rwx------"));
    }
  }

  /** Makes an empty file unless there is one. */
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, mode(file, "rw-------"));
    } catch (FileAlreadyExistsException _) {
      // As it was made the first time.
    }
  }

  /** Opens a file for writing; makes it when there is none. */
  public static FileChannel open(Path file) throws IOException {
    var how = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return FileChannel.open(file, how, mode(file, "rw-------"));
  }

  private static FileAttribute<?>[] mode(Path path, String permissions) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
