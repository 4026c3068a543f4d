package io.agentservice.server.base.crypto;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A file that holds the master key, for its owner only.
 *
 * @param path where it is, or will be
 */
public record KeyFile(Path path) {
  /**
   * Its key; empty when there is no file.
   *
   * @throws IOException when it can't be read
   * @throws IllegalArgumentException when it holds no key; the message goes on after its name
   */
  public Optional<MasterKey> read() throws IOException {
    try {
      return Optional.of(MasterKey.of(Files.readString(path)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /**
   * Writes a fresh key, whole or not at all.
   *
   * @return the file's key: that of another process when it was first
   */
  public MasterKey create() throws IOException {
    var fresh = MasterKey.fresh();
    var owner = PosixFilePermissions.fromString("rw-------");
    var written =
        Files.createTempFile(
            path.toAbsolutePath().getParent(),
            "key",
            ".tmp",
            PosixFilePermissions.asFileAttribute(owner));
    try {
      Files.writeString(written, fresh.text(), StandardOpenOption.TRUNCATE_EXISTING);
      Files.createLink(path, written);
      return fresh;
    } catch (FileAlreadyExistsException _) {
      return MasterKey.of(Files.readString(path));
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
