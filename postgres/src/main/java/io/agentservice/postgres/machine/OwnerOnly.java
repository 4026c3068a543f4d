package io.agentservice.postgres.machine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that nobody but their owner may look into, from their first moment on. */
public final class OwnerOnly {
  static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private OwnerOnly() {}

  /** Makes the directory and its parents; what is there already stays as it is. */
  public static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, DIRECTORY);
  }

  /** Makes an empty file unless there is one. */
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, FILE);
    } catch (FileAlreadyExistsException _) {
      // As it was made the first time.
    }
  }
}
