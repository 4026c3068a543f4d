package io.agentservice.server.start.store;

import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.BlobStoreException;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.settings.AttachmentSettings;
import io.agentservice.server.base.settings.reading.SettingsException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ties the attachments' store to its database by an empty blob that the database names. A server
 * with another store does not start; with an unreachable one it does.
 */
public final class StoreMarker {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMarker.class);
  private static final String SETTING = "AGENT_ATTACHMENT_STORE";

  /** Where servers had a directory each, the newest one may be of another. */
  private static final int LOOKED_FOR = 50;

  private final Database database;
  private final BlobStore blobs;
  private final AttachmentSettings settings;

  private StoreMarker(Database database, BlobStore blobs, AttachmentSettings settings) {
    this.database = database;
    this.blobs = blobs;
    this.settings = settings;
  }

  /** To be closed; throws {@link SettingsException} for another database's store. */
  public static BlobStore open(Database database, AttachmentSettings settings) {
    var blobs = DataStore.blobs(settings);
    try {
      check(database, blobs, settings);
      return new MarkedBlobs(blobs, database);
    } catch (RuntimeException e) {
      blobs.close();
      throw e;
    }
  }

  static void check(Database database, BlobStore blobs, AttachmentSettings settings) {
    var marker = new StoreMarker(database, blobs, settings);
    try {
      boolean done;
      do {
        done = marker.tryCheck();
      } while (!done);
    } catch (BlobStoreException e) {
      LOG.warn("attachments can be neither kept nor read now: {}", e.getMessage());
    }
  }

  /** False when another server was first meanwhile. */
  private boolean tryCheck() {
    var known = database.with(StoreMarkerSql.class, StoreMarkerSql::marker);
    if (known.isPresent() && blobs.has(known.get())) {
      return true;
    }
    if (!settings.adopt()) {
      refuse(known);
    }
    return take(known);
  }

  /** Without a marker in the database, a store counts as its own that holds what it has kept. */
  private void refuse(Optional<String> known) {
    if (known.isPresent()) {
      throw new SettingsException(
          "%s (%s) is not where the attachments of this database lie: its marker %s is not there; %s"
              .formatted(SETTING, settings.place(), known.get(), remedy()));
    }
    var kept = database.with(StoreMarkerSql.class, sql -> sql.newest(LOOKED_FOR));
    if (!kept.isEmpty() && kept.stream().noneMatch(id -> blobs.has(id.hex()))) {
      throw new SettingsException(
          "%s (%s) holds none of the attachments of this database; %s"
              .formatted(SETTING, settings.place(), remedy()));
    }
  }

  private static String remedy() {
    return "set it to the directory or bucket that holds them, the same one for all servers;"
        + " if they are lost, or were moved without their marker, start once with "
        + SETTING
        + "_ADOPT=true";
  }

  /** The marker comes before its row, so that a crash in between locks nobody out. */
  private boolean take(Optional<String> known) {
    var random = new byte[16];
    new SecureRandom().nextBytes(random);
    String marker = "store" + HexFormat.of().formatHex(random);
    try (var sink = blobs.write(marker)) {
      sink.commit();
    }
    boolean first =
        database.inTransaction(tx -> {
          var sql = tx.on(StoreMarkerSql.class);
          sql.lock();
          boolean unchanged = sql.marker().equals(known);
          if (unchanged) {
            sql.setMarker(marker);
          }
          return unchanged;
        });
    if (!first) {
      blobs.delete(marker);
    }
    return first;
  }
}
