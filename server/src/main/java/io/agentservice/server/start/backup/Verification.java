package io.agentservice.server.start.backup;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.base.db.copy.DatabaseCopy;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.settings.Settings;
import io.agentservice.server.start.installation.StoredKey;
import io.agentservice.server.start.store.OwnServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiFunction;

/** Restores a backup into a directory of its own for a moment, and looks at what came out. */
public final class Verification {
  private Verification() {}

  /**
   * What was found right.
   *
   * @param missing attachments that the database names and the backup lacks
   * @param audit what {@code look} said of each account
   */
  public record Result<T>(Manifest manifest, int missing, List<T> audit) {}

  /** The key is that of the settings; {@code scratch} is a directory for the moment. */
  public static <T> Result<T> verify(
      Settings settings, Path directory, Path scratch, BiFunction<Database, AccountId, T> look) {
    var files = BackupFiles.open(directory);
    Restoration.requireKnown(files);
    try {
      files.requireWhole();
      try (var place = Scratch.open(scratch, settings.installation().store())) {
        return check(settings, files, place.postgres(), look);
      }
    } catch (IOException e) {
      throw BackupException.of("the backup can't be verified", e);
    }
  }

  private static <T> Result<T> check(
      Settings settings, BackupFiles files, Path postgres, BiFunction<Database, AccountId, T> look)
      throws IOException {
    var store = settings.installation().store();
    Restoration.fill(postgres, files, store);
    try (var server = OwnServer.open(postgres, store)) {
      var address = server.address();
      var counted = DatabaseCopy.count(address);
      for (var table : files.manifest().database().tables()) {
        if (!Long.valueOf(table.rows()).equals(counted.get(table.name()))) {
          throw new BackupException(
              "the table %s has %d rows, restored %s; use another backup"
                  .formatted(table.name(), table.rows(), counted.get(table.name())));
        }
      }
      try (var database = Database.open(address, PoolSizes.USUAL, Database.USUAL_WAIT)) {
        StoredKey.require(database, settings);
        var accounts = database.with(BackupSql.class, BackupSql::accounts);
        var audit = accounts.stream().map(account -> look.apply(database, account)).toList();
        return new Result<>(files.manifest(), missing(database, files), audit);
      }
    }
  }

  private static int missing(Database database, BackupFiles files) throws IOException {
    if (files.manifest().attachmentStore().startsWith("s3://")) {
      return 0;
    }
    var there = new HashSet<String>();
    files.attachments().forEach(name -> there.add(name.substring(name.indexOf('/') + 1)));
    return (int)
        database.with(BackupSql.class, BackupSql::kept).stream()
            .filter(id -> !there.contains(id.hex()))
            .count();
  }
}
