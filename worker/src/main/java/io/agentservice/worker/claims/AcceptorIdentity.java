package io.agentservice.worker.claims;

import io.agentservice.worker.files.OwnerOnly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The name under which a worker claims (fleet.md 7 step 2). Stored names are numbered and locked,
 * so that workers of one machine differ and a restarted one finds its claims again.
 */
public final class AcceptorIdentity implements AutoCloseable {
  private static final int MOST_WORKERS = 1000;

  private final String id;
  private final @Nullable FileChannel lockFile;

  private AcceptorIdentity(String id, @Nullable FileChannel lockFile) {
    this.id = id;
    this.lockFile = lockFile;
  }

  /**
   * The given name, locked while it is used, so that no other worker ends what runs for its claims.
   *
   * @throws IllegalArgumentException unless it has 1..256 printable characters
   * @throws IllegalStateException when another worker with this data directory uses it
   * @throws IOException when the data directory is not writable
   */
  public static AcceptorIdentity given(Path dataDirectory, String id) throws IOException {
    var lock = lockOf(dataDirectory, checked(id));
    OwnerOnly.createDirectories(dataDirectory.resolve("acceptors"));
    var channel = OwnerOnly.open(lock);
    if (tryLock(channel) == null) {
      channel.close();
      throw new IllegalStateException("Another worker of this machine works as '" + id + "'");
    }
    return new AcceptorIdentity(id, channel);
  }

  /** Whether a worker of another process holds the valid name now; changes nothing. */
  public static boolean inUse(Path dataDirectory, String id) throws IOException {
    var lock = lockOf(dataDirectory, checked(id));
    if (!Files.exists(lock)) {
      return false;
    }
    try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      return tryLock(channel) == null;
    }
  }

  private static Path lockOf(Path dataDirectory, String id) {
    var digest = sha256(id).substring(0, 16);
    return dataDirectory.resolve("acceptors").resolve("given-" + digest + ".lock");
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static String checked(String id) {
    if (id.isBlank() || id.codePointCount(0, id.length()) > 256 || hasControl(id)) {
      throw new IllegalArgumentException("An acceptor id has 1 to 256 printable characters");
    }
    return id;
  }

  private static boolean hasControl(String text) {
    return text.codePoints().anyMatch(Character::isISOControl);
  }

  /** The unused stored name of the lowest number; made when there is none. */
  public static AcceptorIdentity stored(Path dataDirectory) throws IOException {
    var directory = dataDirectory.resolve("acceptors");
    OwnerOnly.createDirectories(directory);
    for (int n = 0; n < MOST_WORKERS; n++) {
      var channel = OwnerOnly.open(directory.resolve(n + ".lock"));
      if (tryLock(channel) != null) {
        return new AcceptorIdentity(readOrMake(directory.resolve(Integer.toString(n))), channel);
      }
      channel.close();
    }
    throw new IOException("all " + MOST_WORKERS + " identities are in use");
  }

  /** The lock lives as long as its channel. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null; // another worker in this process
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static String readOrMake(Path file) throws IOException {
    if (Files.exists(file)) {
      var stored = Files.readString(file).strip();
      if (!stored.isEmpty()) {
        return checked(stored);
      }
    }
    var made = machine() + "-" + HexFormat.of().formatHex(randomBytes());
    var temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    OwnerOnly.createFile(temporary);
    Files.writeString(temporary, made + "\n");
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    return made;
  }

  private static byte[] randomBytes() {
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** The machine's name is for readers of a queue; the rest makes the id unique. */
  private static String machine() {
    try {
      var name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "");
      return name.isEmpty() ? "worker" : name.substring(0, Math.min(64, name.length()));
    } catch (UnknownHostException _) {
      return "worker";
    }
  }

  public String id() {
    return id;
  }

  /** Another worker may use the number from now on. */
  @Override
  public void close() {
    if (lockFile != null) {
      try {
        lockFile.close();
      } catch (IOException _) {
        // The lock ends with the process at the latest.
      }
    }
  }
}
