package io.agentservice.server.start.backup;

import io.agentservice.postgres.machine.OwnerOnly;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.server.base.crypto.KeyFile;
import io.agentservice.server.base.db.Schema;
import io.agentservice.server.base.db.copy.DatabaseCopy;
import io.agentservice.server.base.settings.InstallationSettings;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.store.OwnServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Puts a backup into a data directory that has no database yet. */
public final class Restoration {
  /** Where a restoration works; one that was killed leaves it to the next. */
  private static final String UNFINISHED = ".restoring";

  private Restoration() {}

  /** All or nothing: the database comes to its place last. */
  public static Manifest restore(Settings settings, Path directory) {
    Backup.requireEmbedded(settings);
    var files = BackupFiles.open(directory);
    requireKnown(files);
    var postgres = settings.home().resolve(Backup.POSTGRES);
    var attachments = settings.content().attachments();
    try {
      requireNothing(postgres);
      if (attachments.bucket() == null) {
        requireNothing(attachments.directory());
      }
      requireKey(settings, files.manifest());
      files.requireWhole();
      var unfinished = postgres.resolveSibling(postgres.getFileName() + UNFINISHED);
      remove(unfinished, settings.installation().store());
      fill(unfinished, files, settings.installation().store());
      if (attachments.bucket() == null) {
        putAttachments(attachments.directory(), files);
      }
      Files.move(unfinished, postgres, StandardCopyOption.ATOMIC_MOVE);
      return files.manifest();
    } catch (IOException e) {
      throw BackupException.of("nothing was restored", e);
    }
  }

  static void requireKnown(BackupFiles files) {
    int known = Schema.bundled().version();
    int made = files.manifest().database().schema();
    if (made > known) {
      throw new BackupException(
          "the backup has the tables of a newer version (%s, schema %d; this one knows %d); use that version or a newer one"
              .formatted(files.manifest().version(), made, known));
    }
  }

  private static void requireNothing(Path place) throws IOException {
    if (Files.isDirectory(place)) {
      try (var content = Files.list(place)) {
        if (content.findAny().isEmpty()) {
          Files.delete(place);
        }
      }
    }
    if (Files.exists(place)) {
      throw new BackupException(
          "%s is there already, and nothing is overwritten; stop the server and move it away, or set AGENT_HOME (--home) to another directory"
              .formatted(place));
    }
  }

  /** Before anything is written: a database without its key would not start. */
  private static void requireKey(Settings settings, Manifest manifest) throws IOException {
    var wanted = manifest.database().masterKey();
    var file = new KeyFile(settings.home().resolve("master.key"));
    var given = settings.installation().store().masterKey();
    var key = given != null ? given : file.read().orElse(null);
    if (key == null) {
      throw new BackupException(
          "the master key %s is missing, which backups don't hold; put its copy at %s, or set AGENT_MASTER_KEY"
              .formatted(wanted, file.path()));
    }
    if (!key.fingerprint().equals(wanted)) {
      throw new BackupException(
          "the master key here is %s, but the backup was made under %s; put that one at %s, or set AGENT_MASTER_KEY"
              .formatted(key.fingerprint(), wanted, file.path()));
    }
  }

  /** What a killed restoration left may still run. */
  static void remove(Path unfinished, InstallationSettings.Store store) throws IOException {
    if (Files.exists(unfinished.resolve("data"))) {
      OwnServer.open(unfinished, store).close();
    }
    Trees.delete(unfinished);
  }

  static void fill(Path postgres, BackupFiles files, InstallationSettings.Store store)
      throws IOException {
    OwnerOnly.createDirectories(Layout.above(postgres));
    try (var server = OwnServer.open(postgres, store)) {
      DatabaseCopy.put(server.address(), files.manifest().database(), files::table);
    }
  }

  private static void putAttachments(Path target, BackupFiles files) throws IOException {
    var unfinished = target.resolveSibling(target.getFileName() + UNFINISHED);
    Trees.delete(unfinished);
    OwnerOnly.createDirectories(unfinished);
    for (var name : files.attachments()) {
      var file = unfinished.resolve(name);
      OwnerOnly.createDirectories(Layout.above(file));
      Files.copy(files.attachment(name), file);
    }
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
  }
}
