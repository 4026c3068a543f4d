package io.agentservice.remote.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Permission bits as octal text, and back; where files have none (Windows) they are left alone. */
final class Modes {
  private static final PosixFilePermission[] BITS = PosixFilePermission.values(); // high to low

  private Modes() {}

  /** Reads {@code 644} or {@code 0644}; throws IllegalArgumentException for others. */
  static Set<PosixFilePermission> parse(String octal) {
    var bits = Integer.parseInt(octal, 8);
    if (bits < 0 || bits > 0777) {
      throw new IllegalArgumentException("mode " + octal);
    }
    var permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (var i = 0; i < BITS.length; i++) {
      if ((bits & (0400 >> i)) != 0) {
        permissions.add(BITS[i]);
      }
    }
    return permissions;
  }

  /** Null where files have no such bits. */
  static @Nullable String of(Path path) throws IOException {
    if (!arePresent(path)) {
      return null;
    }
    var present = Files.getPosixFilePermissions(path);
    var bits = 0;
    for (var i = 0; i < BITS.length; i++) {
      bits |= present.contains(BITS[i]) ? 0400 >> i : 0;
    }
    return Integer.toOctalString(bits);
  }

  /** The file's permissions, 644 for one that does not exist. */
  static Set<PosixFilePermission> ofFileOrDefault(Path path) throws IOException {
    return Files.exists(path) && arePresent(path)
        ? Files.getPosixFilePermissions(path)
        : parse("644");
  }

  /** Sets them where files have them. */
  static void set(Path path, Set<PosixFilePermission> permissions) throws IOException {
    if (arePresent(path)) {
      Files.setPosixFilePermissions(path, permissions);
    }
  }

  private static boolean arePresent(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
