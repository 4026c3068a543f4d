package io.agentservice.server.context.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.blobs.BlobGoneException;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.BlobStore.Sink;
import io.agentservice.server.base.blobs.BlobStoreException;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.problems.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bytes of attachments, none of them without a row that finds them again. */
final class AttachmentBytes {
  private static final Logger LOG = LoggerFactory.getLogger(AttachmentBytes.class);

  private final Database database;
  private final BlobStore blobs;
  private final Vault vault;

  AttachmentBytes(Database database, BlobStore blobs, Vault vault) {
    this.database = database;
    this.blobs = blobs;
    this.vault = vault;
  }

  /** The row is committed before anything is written; what is hidden is encrypted. */
  Sink begin(AttachmentId id, Scope scope, String source) {
    database.with(
        AttachmentSql.class,
        sql -> {
          sql.insert(id, scope, source);
          return id;
        });
    var sink = blobs.write(id.hex());
    return source.equals(Attachments.HIDDEN) ? SealedSink.over(sink, vault, place(id)) : sink;
  }

  private static String place(AttachmentId id) {
    return "attachment " + id.value();
  }

  void end(AttachmentId id, Sink sink, boolean kept) {
    try {
      sink.close();
      if (!kept) {
        remove(id);
      }
    } catch (RuntimeException e) { // the sweep finds it
      LOG.warn("an upload that was given up is left for later id={}: {}", id, e.toString());
    }
  }

  InputStream read(AttachmentId id, long from, long length) {
    return told(() -> blobs.read(id.hex(), from, length));
  }

  InputStream readHidden(AttachmentId id, long length) {
    try {
      return vault.decrypting(read(id, 0, Vault.mostEncrypted(length)), place(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Bytes first: only a row is found again. */
  void remove(AttachmentId id) {
    blobs.delete(id.hex());
    database.with(
        AttachmentSql.class,
        sql -> {
          sql.delete(id);
          return id;
        });
  }

  /** A failure of the store is a 503, with the reason in the log; what it has lost is a 410. */
  <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (BlobGoneException e) {
      LOG.warn("the store of attachments has lost one: {}", e.getMessage());
      throw Problem.other(
              410,
              "attachment_gone",
              "The store of attachments does not have the bytes of this file any more",
              "Upload it again; to try again is in vain")
          .exception();
    } catch (BlobStoreException e) {
      LOG.warn("the store of attachments can't be used: {}", e.getMessage());
      throw unavailable();
    }
  }

  static RuntimeException unavailable() {
    return Problem.other(
            503, "unavailable", "The store of attachments can't be used now", "Try again later")
        .withHeader("Retry-After", "5")
        .exception();
  }
}
