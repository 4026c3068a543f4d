package io.agentservice.worker.binaries;

import io.agentservice.worker.files.OwnerOnly;
import io.agentservice.worker.loop.Progress;
import io.agentservice.worker.loop.Stop;
import io.agentservice.worker.loop.WorkerEvent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cache of remote binaries, one file per version. */
public final class BinaryStore {
  private static final Pattern SHA = Pattern.compile("[0-9a-f]{6,40}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private final Path directory;
  private final StaticFiles files;
  private final Platform platform;
  private final Stop stop;
  private final Progress progress;

  /** {@code stop} ends the wait for another worker's download; the directory need not exist. */
  public BinaryStore(
      Path directory, StaticFiles files, Platform platform, Stop stop, Progress progress) {
    this.directory = directory;
    this.files = files;
    this.platform = platform;
    this.stop = stop;
    this.progress = progress;
  }

  /** A verified, executable file and the version it is. */
  public record Binary(String sha, Path file) {}

  /** {@code digest} is the published SHA-256, {@code file} its place in the cache. */
  public record Published(String sha, String digest, Path file) {}

  /** Asks which binary {@link #fetch} would answer; downloads nothing. */
  public Published published(@Nullable String pinned) throws BinaryException {
    var sha = pinned == null ? files.text("latest_" + platform.suffix()) : pinned;
    if (!SHA.matcher(sha).matches()) {
      throw new BinaryException("'" + shown(sha) + "' is no version of a remote binary");
    }
    var name = "agent-remote_" + sha + "_" + platform.suffix();
    var expected = files.text(name + ".sha256");
    if (!DIGEST.matcher(expected).matches()) {
      throw new BinaryException(files.address(name + ".sha256") + " is no SHA-256 digest");
    }
    return new Published(sha, expected, directory.resolve(name));
  }

  /** Throws if the binary itself can't be had; downloads nothing. */
  public void verifyPresence(Published published) throws BinaryException {
    files.open(published.file.getFileName().toString());
  }

  /** Whether the cached file, which must exist, has the published digest. */
  public boolean isIntact(Published published) throws IOException {
    return digest(published.file).equals(published.digest);
  }

  /**
   * Finds, downloads and verifies the binary; a null version is the latest published one. Throws
   * when there is none, or its digest differed twice.
   */
  public Binary fetch(@Nullable String pinned) throws BinaryException {
    var published = published(pinned);
    var sha = published.sha;
    var expected = published.digest;
    var file = published.file;
    var name = file.getFileName().toString();
    try {
      OwnerOnly.createDirectories(directory);
      try (var _ = CacheLock.acquire(directory.resolve(name + ".lock"), stop)) {
        boolean cached = Files.exists(file);
        for (int attempt = 1; attempt <= 2; attempt++) {
          var actual = cached ? digest(file) : download(name, expected);
          if (actual.equals(expected)) {
            progress.tell(new WorkerEvent.BinaryReady(sha, !cached));
            return new Binary(sha, file);
          }
          Files.deleteIfExists(file);
          progress.tell(new WorkerEvent.BinaryRejected(sha, expected, actual));
          cached = false;
        }
      }
    } catch (IOException e) {
      throw new BinaryException("Cannot use the cache " + directory + ": " + e.getMessage(), e);
    }
    throw new BinaryException("Remote " + sha + " does not have its published digest");
  }

  /** Puts a file with the right digest in its place; answers the digest. */
  private String download(String name, String expected) throws IOException, BinaryException {
    removeParts(name);
    var temporary = Files.createTempFile(directory, name, ".part");
    try {
      files.download(name, temporary);
      var actual = digest(temporary);
      if (actual.equals(expected)) {
        makeExecutable(temporary);
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        Files.move(temporary, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      }
      return actual;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Left by a killed worker: nobody else downloads while the lock is ours. */
  private void removeParts(String name) throws IOException {
    try (var parts = Files.newDirectoryStream(directory, name + "*.part")) {
      for (var part : parts) {
        Files.deleteIfExists(part);
      }
    }
  }

  private static void makeExecutable(Path file) throws IOException {
    if (!file.toFile().setExecutable(true, false) || !file.toFile().setReadable(true, false)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  private static String digest(Path file) throws IOException {
    try (var in = new DigestInputStream(Files.newInputStream(file), sha256())) {
      var buffer = new byte[1 << 16];
      while (in.read(buffer) >= 0) {
        // The stream digests what is read.
      }
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static String shown(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }
}
