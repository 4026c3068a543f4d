package io.agentservice.postgres;

import io.agentservice.postgres.machine.Claim;
import io.agentservice.postgres.machine.Deadline;
import io.agentservice.postgres.machine.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

record Binaries(Path home) {

  String program(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  /** Unpacks or copies the programs to {@code cache} once, whatever processes ask. */
  static Binaries in(Path cache, Prepared prepared, Deadline deadline) throws InterruptedException {
    URL archive = archive();
    try {
      Path home = cache.resolve("postgres-" + contentHash(archive));
      if (Files.notExists(home)) {
        unpackOnce(archive, home, prepared, deadline);
      }
      return new Binaries(home);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Cannot unpack PostgreSQL to %s: %s. Make the directory writable, with 100 MB free."
              .formatted(cache, Reasons.of(e)),
          e);
    }
  }

  private static void unpackOnce(URL archive, Path home, Prepared prepared, Deadline deadline)
      throws IOException, InterruptedException {
    makeDirectory(home.resolveSibling(""));
    Path lock = home.resolveSibling("lock");
    Optional<Claim> claim = Claim.take(lock);
    while (claim.isEmpty()) {
      if (deadline.passed()) {
        throw new EmbeddedPostgresException(
            "PostgreSQL is still being unpacked to %s by %s. Try again, or stop that process."
                .formatted(home, Claim.holder(lock)));
      }
      deadline.pause();
      claim = Claim.take(lock);
    }
    try (Claim _ = claim.get()) {
      if (Files.notExists(home)) {
        Path unfinished = home.resolveSibling(home.getFileName() + ".unfinished");
        Trees.delete(unfinished);
        if (!prepared.copyPrograms(home.getFileName().toString(), unfinished)) {
          unpack(archive, unfinished);
        }
        Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void unpack(URL archive, Path target) throws IOException {
    try (var in = archive.openStream();
        var tar = new TarArchiveInputStream(new XZInputStream(in))) {
      makeDirectory(target);
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
          throw new IOException("the archive points outside of itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
          makeDirectory(path);
        } else {
          // The archive does not name every directory before its files.
          makeDirectory(path.resolveSibling(""));
          unpack(entry, tar, path);
        }
      }
    }
  }

  private static void unpack(TarArchiveEntry entry, InputStream content, Path path)
      throws IOException {
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, path);
      boolean program = (entry.getMode() & 0100) != 0;
      setPermissions(path, program ? "rwxr-xr-x" : "rw-r--r--");
    }
  }

  private static void makeDirectory(Path path) throws IOException {
    Files.createDirectories(path);
    setPermissions(path, "rwxr-xr-x");
  }

  /**
   * Explicitly: where we are root the server may run as another user, whom our umask may shut out.
   */
  private static void setPermissions(Path path, String permissions) throws IOException {
    var wanted = PosixFilePermissions.fromString(permissions);
    if (!RunAs.root()) {
      wanted.removeIf(permission -> !permission.name().startsWith("OWNER"));
    }
    Files.setPosixFilePermissions(path, wanted);
  }

  /** What the archive holds, in a word. */
  static String bundled() {
    try {
      return contentHash(archive());
    } catch (IOException e) {
      throw new EmbeddedPostgresException("This build's PostgreSQL cannot be read", e);
    }
  }

  private static URL archive() {
    String system = property("os.name").startsWith("mac") ? "darwin" : property("os.name");
    String processor =
        switch (property("os.arch")) {
          case "amd64" -> "x86_64";
          case "aarch64" -> "arm_64";
          case String other -> other;
        };
    URL archive = Binaries.class.getResource("/postgres-" + system + "-" + processor + ".txz");
    if (archive == null) {
      throw new EmbeddedPostgresException(
          "This build holds no PostgreSQL for %s on %s. Set AGENT_DATABASE_URL to a server of yours."
              .formatted(system, processor));
    }
    return archive;
  }

  private static String property(String name) {
    return System.getProperty(name, "an unknown system").toLowerCase(Locale.ROOT);
  }

  /** Checksum and length: in a jar both stand in its directory, so nothing has to be read. */
  private static String contentHash(URL archive) throws IOException {
    var connection = archive.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      if (connection instanceof JarURLConnection jar) {
        var entry = jar.getJarEntry();
        return "%08x-%x".formatted(entry.getCrc(), entry.getSize());
      }
      var checked = new CheckedInputStream(in, new CRC32());
      long length = checked.transferTo(OutputStream.nullOutputStream());
      return "%08x-%x".formatted(checked.getChecksum().getValue(), length);
    }
  }
}
