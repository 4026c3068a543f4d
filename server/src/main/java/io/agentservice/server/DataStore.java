package io.agentservice.server;

import io.agentservice.server.db.Database;
import io.agentservice.server.db.embedded.EmbeddedPostgres;
import io.agentservice.server.settings.Settings;
import io.agentservice.server.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The data directory and the database, embedded or external. */
final class DataStore implements AutoCloseable {
  private final Path home;
  private final @Nullable EmbeddedPostgres embedded;
  private final Database database;

  private DataStore(Path home, @Nullable EmbeddedPostgres embedded, Database database) {
    this.home = home;
    this.embedded = embedded;
    this.database = database;
  }

  static DataStore open(Settings settings) {
    makeHome(settings.home());
    String url = settings.store().url();
    var sizes = settings.store().connections();
    if (url != null) {
      return new DataStore(settings.home(), null, Database.open(url, sizes));
    }
    var embedded = EmbeddedPostgres.open(settings.home().resolve("postgres"));
    try {
      return new DataStore(settings.home(), embedded, Database.open(embedded.jdbcUrl(), sizes));
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  private static void makeHome(Path home) {
    try {
      if (!Files.isDirectory(home)) {
        Files.createDirectories(
            home,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
      }
    } catch (IOException e) {
      throw new SettingsException(
          "The data directory %s can't be made: %s; set AGENT_HOME to a directory that you may write"
              .formatted(home, e));
    }
    if (!Files.isWritable(home)) {
      throw new SettingsException(
          "The data directory %s is not writable; set AGENT_HOME to one that you may write"
              .formatted(home));
    }
  }

  Database database() {
    return database;
  }

  /** The directory of remote binaries to publish: as set, else in the data directory. */
  Path binaries(Settings settings) {
    var set = settings.fleet().binaries();
    return set == null ? home.resolve("static/agent-rs/remote") : set;
  }

  @Override
  public void close() {
    database.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
