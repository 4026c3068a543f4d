package io.agentservice.server.base.crypto;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** A file that holds the master key, for its owner only; it may not exist. */
public record KeyFile(Path path) {
  /**
   * Empty when there is no file. Throws IllegalArgumentException, to go on after its name, for no
   * key.
   */
  public Optional<MasterKey> read() throws IOException {
    try {
      return Optional.of(MasterKey.of(Files.readString(path)));
    } catch (NoSuchFileException e) {
      if (Files.isSymbolicLink(path)) { // to a place that isn't there, perhaps not yet
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Writes a fresh key to another file, which goes when the draft is closed. */
  public Draft draft() throws IOException {
    var fresh = MasterKey.fresh();
    var owner = PosixFilePermissions.fromString("rw-------");
    var written =
        Files.createTempFile(
            path.toAbsolutePath().getParent(),
            "key",
            ".tmp",
            PosixFilePermissions.asFileAttribute(owner));
    var draft = new Draft(fresh, written);
    try {
      Files.writeString(
          written, fresh.text(), StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.SYNC);
      return draft;
    } catch (IOException e) {
      draft.close();
      throw e;
    }
  }

  public final class Draft implements Closeable {
    private final MasterKey key;
    private final Path written;

    private Draft(MasterKey key, Path written) {
      this.key = key;
      this.written = written;
    }

    public MasterKey key() {
      return key;
    }

    /** Renames it to the file; false when another process was first. */
    public boolean keep() throws IOException {
      try {
        Files.createLink(path, written);
        return true;
      } catch (FileAlreadyExistsException _) {
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(written);
    }
  }
}
