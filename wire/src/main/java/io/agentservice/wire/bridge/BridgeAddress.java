package io.agentservice.wire.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where a remote's bridge listens on the loopback address; who reads the secret may open a shell.
 */
public record BridgeAddress(int port, String secret) {
  private static final String NAME = "pty-bridge";
  private static final SecureRandom RANDOM = new SecureRandom();

  public static BridgeAddress fresh(int port) {
    var bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return new BridgeAddress(port, HexFormat.of().formatHex(bytes));
  }

  /** Puts the file there, whole or not at all, mode 0600; on Windows the directory guards it. */
  public void write(Path stateDirectory) throws IOException {
    var fresh = stateDirectory.resolve(NAME + ".new");
    Files.deleteIfExists(fresh);
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    var posix = fresh.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createFile(fresh, posix ? new FileAttribute<?>[] {owner} : new FileAttribute<?>[0]);
    Files.writeString(fresh, port + " " + secret + "\n");
    Files.move(fresh, stateDirectory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the file; nothing happens when there is none. */
  public static void delete(Path stateDirectory) throws IOException {
    Files.deleteIfExists(stateDirectory.resolve(NAME));
  }

  /** What the file says; empty when there is none, or it may not be read, or it is damaged. */
  public static Optional<BridgeAddress> read(Path stateDirectory) {
    try {
      var words = Files.readString(stateDirectory.resolve(NAME)).strip().split(" ", -1);
      return words.length == 2
          ? Optional.of(new BridgeAddress(Integer.parseInt(words[0]), words[1]))
          : Optional.empty();
    } catch (IOException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "BridgeAddress[port=" + port + "]";
  }
}
