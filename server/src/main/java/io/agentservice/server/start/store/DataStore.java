package io.agentservice.server.start.store;

import io.agentservice.postgres.EmbeddedPostgres;
import io.agentservice.server.base.background.BackgroundTask;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.DirectoryBlobs;
import io.agentservice.server.base.blobs.S3Blobs;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.base.settings.AttachmentSettings;
import io.agentservice.server.base.settings.InstallationSettings;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The data directory and the database, embedded or external. */
public final class DataStore implements AutoCloseable {
  private static final String POSTGRES = "postgres";

  private final Path home;
  private final @Nullable EmbeddedPostgres embedded;
  private final DatabaseAddress address;
  private final Database database;

  private DataStore(
      Path home, @Nullable EmbeddedPostgres embedded, DatabaseAddress address, Database database) {
    this.home = home;
    this.embedded = embedded;
    this.address = address;
    this.database = database;
  }

  /** Throws what the operator is to be told; {@code log} is being set up meanwhile. */
  public static DataStore open(Settings settings, BackgroundTask<?> log) {
    makeHome(settings.home());
    var external = settings.installation().store().address();
    var sizes = settings.installation().store().connections();
    if (external != null) {
      log.join();
      return new DataStore(
          settings.home(),
          null,
          external,
          connect(external, sizes, settings.installation().store().patience()));
    }
    var embedded = embedded(settings.home().resolve(POSTGRES), settings.installation().store());
    try {
      log.join();
      var address = DatabaseAddress.of(embedded.jdbcUrl());
      return new DataStore(
          settings.home(),
          embedded,
          address,
          Database.open(address, sizes, settings.installation().store().patience()));
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  private static EmbeddedPostgres embedded(Path directory, InstallationSettings.Store store) {
    var prepared = store.prepared();
    return EmbeddedPostgres.open(
        directory, prepared == null ? null : prepared.resolve(POSTGRES), store.patience());
  }

  private static Database connect(DatabaseAddress address, PoolSizes sizes, Duration wait) {
    if (!address.isGuarded()) {
      LoggerFactory.getLogger(DataStore.class)
          .warn(
              "AGENT_DATABASE_URL names a database elsewhere without requiring TLS: its password and"
                  + " all that is stored may be read on the way; add sslmode=verify-full");
    }
    try {
      return Database.open(address, sizes, wait);
    } catch (DatabaseUnavailableException e) {
      throw new DatabaseUnavailableException(
          "the database of AGENT_DATABASE_URL can't be used: " + e.getMessage(), e);
    }
  }

  private static void makeHome(Path home) {
    try {
      if (!Files.isDirectory(home)) {
        Files.createDirectories(
            home,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    } catch (IOException e) {
      throw new SettingsException(
          "The data directory %s can't be made: %s; set AGENT_HOME to a directory that you may write"
              .formatted(home, reason(e)));
    }
    if (!Files.isWritable(home)) {
      throw new SettingsException(
          "The data directory %s is not writable; set AGENT_HOME to one that you may write"
              .formatted(home));
    }
  }

  private static String reason(IOException failure) {
    return switch (failure) {
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "a file is in the way";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> String.valueOf(failure.getMessage());
    };
  }

  /** The password of the database; null when there is none. A secret. */
  public @Nullable String password() {
    return address.password();
  }

  public Database database() {
    return database;
  }

  /** The directory of remote binaries to publish: as set, else in the data directory. */
  public Path binaries(Settings settings) {
    var set = settings.fleet().binaries();
    return set == null ? home.resolve("static/agent-rs/remote") : set;
  }

  /** Where attachments lie; to be closed. */
  static BlobStore blobs(AttachmentSettings settings) {
    var bucket = settings.bucket();
    return bucket == null ? DirectoryBlobs.in(settings.directory()) : S3Blobs.in(bucket);
  }

  @Override
  public void close() {
    database.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
