package io.agentservice.server.start.backup;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.copy.DatabaseCopy;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.store.OwnServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Makes a backup, while a server runs or not. */
public final class Backup {
  static final String POSTGRES = "postgres";
  private static final int BUFFER = 1 << 16;

  private Backup() {}

  /** {@code target} is made, or left as it was; {@code version} is that of this program. */
  public static Manifest create(Settings settings, Path target, String version) {
    requireEmbedded(settings);
    var postgres = settings.home().resolve(POSTGRES);
    if (Files.notExists(postgres.resolve("data"))) {
      throw new BackupException(
          "there is no database in %s; set AGENT_HOME (--home) to the server's data directory"
              .formatted(settings.home()));
    }
    try {
      var running = EmbeddedPostgres.running(postgres);
      try (var own =
          running.isPresent() ? null : OwnServer.open(postgres, settings.installation().store())) {
        return write(settings, address(own, running.orElse("")), target, version);
      }
    } catch (IOException e) {
      throw BackupException.of("no backup was made", e);
    }
  }

  /** What only the embedded database has; others have tools of their own. */
  static void requireEmbedded(Settings settings) {
    if (settings.installation().store().address() != null) {
      throw new BackupException(
          "AGENT_DATABASE_URL names a database elsewhere: back it up and restore it with its own"
              + " tools (docs/operations.md, Backup)");
    }
  }

  private static DatabaseAddress address(@Nullable OwnServer own, String running) {
    return own == null ? DatabaseAddress.of(running) : own.address();
  }

  private static Manifest write(
      Settings settings, DatabaseAddress address, Path target, String version) throws IOException {
    try (var writer = BackupWriter.begin(target)) {
      var contents = DatabaseCopy.take(address, table -> packed(writer.file(Layout.table(table))));
      // After the database: what its rows name was there before them.
      long attachments = copyAttachments(settings, writer);
      var manifest =
          new Manifest(
              Manifest.FORMAT,
              version,
              contents,
              settings.content().attachments().place(),
              attachments,
              writer.bytes(),
              writer.finishSums());
      writer.finish(manifest);
      return manifest;
    }
  }

  private static OutputStream packed(OutputStream file) throws IOException {
    return new BufferedOutputStream(new GZIPOutputStream(file, BUFFER), BUFFER);
  }

  private static long copyAttachments(Settings settings, BackupWriter writer) throws IOException {
    var store = settings.content().attachments();
    if (store.bucket() != null || Files.notExists(store.directory())) {
      return 0;
    }
    long copied = 0;
    List<Path> files;
    try (var walk = Files.walk(store.directory(), 2)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (var file : files) {
      var name =
          Layout.ATTACHMENTS + store.directory().relativize(file).toString().replace('\\', '/');
      if (Layout.LINE.matcher("0".repeat(64) + "  " + name).matches() && copy(file, name, writer)) {
        copied++;
      }
    }
    return copied;
  }

  /** False when it was deleted meanwhile. */
  private static boolean copy(Path file, String name, BackupWriter writer) throws IOException {
    try (var in = Files.newInputStream(file)) {
      try (var out = writer.file(name)) {
        in.transferTo(out);
      }
      return true;
    } catch (NoSuchFileException e) {
      if (file.toString().equals(e.getFile())) {
        return false;
      }
      throw e;
    }
  }
}
