package io.agentservice.remote.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;

/** Directories that only their owner may enter, by whatever rights the file system knows. */
final class OwnerOnly {
  private OwnerOnly() {}

  /** Makes the directory and its parents; what is there already stays as it is. */
  static void createDirectories(Path directory) throws IOException {
    var views = directory.getFileSystem().supportedFileAttributeViews();
    if (views.contains("posix")) {
      var owner = PosixFilePermissions.fromString("rwx------");
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(owner));
    } else if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      restrict(directory);
    }
  }

  /** Replaces a file, for its owner only. */
  static void write(Path file, String text) throws IOException {
    var posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    var owner = PosixFilePermissions.fromString("rw-------");
    Files.deleteIfExists(file);
    if (posix) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
    }
    Files.writeString(file, text);
  }

  /** The one entry goes to all that is made inside, and replaces what would be inherited. */
  private static void restrict(Path directory) throws IOException {
    var view = Files.getFileAttributeView(directory, AclFileAttributeView.class);
    if (view != null) { // else FAT: nobody owns anything
      view.setAcl(
          List.of(
              AclEntry.newBuilder()
                  .setType(AclEntryType.ALLOW)
                  .setPrincipal(view.getOwner())
                  .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                  .setFlags(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT)
                  .build()));
    }
  }
}
