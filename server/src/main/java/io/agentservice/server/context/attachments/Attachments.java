package io.agentservice.server.context.attachments;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.blobs.BlobStoreException;
import io.agentservice.server.base.crypto.Vault;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.requests.FilePart;
import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import java.io.InputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Files of organizations. */
public final class Attachments {
  /** A media type, with parameters maybe, that can stand in a header. */
  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[\\w!#$&^.+-]{1,100}/[\\w!#$&^.+-]{1,100}(;[\\x20-\\x7e]{0,200})?");

  private static final int BATCH = 100;

  /** The source of files that nobody finds by an address, and that are stored encrypted. */
  public static final String HIDDEN = "machine";

  private final Database database;
  private final AttachmentBytes bytes;
  private final long mostBytes;

  /** {@code mostBytes}: of one file. */
  public Attachments(Database database, BlobStore blobs, Vault vault, long mostBytes) {
    this.database = database;
    this.bytes = new AttachmentBytes(database, blobs, vault);
    this.mostBytes = mostBytes;
  }

  /** How large a file may be. */
  public long mostBytes() {
    return mostBytes;
  }

  /** A new one, to be closed; {@code source} is {@code user} or {@code agent}. */
  public IncomingAttachment incoming(Scope scope, String source) {
    return new IncomingAttachment(bytes, Id.create(AttachmentId.class), scope, source);
  }

  /**
   * Keeps a complete one; throws 422 without a name, 503 when it took so long that it was given up.
   */
  public Attachment keep(IncomingAttachment incoming, FilePart file, @Nullable Caller caller) {
    var content = new AttachmentSql.Content(name(file), type(file), file.size(), file.sha256());
    return database.inTransaction(tx -> {
      var kept =
          tx.on(AttachmentSql.class)
              .keep(incoming.scope(), incoming.id(), content)
              .orElseThrow(AttachmentBytes::unavailable);
      incoming.keep();
      if (caller != null) {
        var data = new LinkedHashMap<String, Object>();
        data.put("attachment_id", kept.attachmentId());
        data.put("name", kept.name());
        data.put("size_bytes", kept.sizeBytes());
        Audit.record(tx, caller, "create_attachment", kept.orgId(), data);
      }
      return kept;
    });
  }

  /** The stored name; 422 when nothing of it can be kept. */
  static String name(FilePart file) {
    String name = FileName.of(file.fileName());
    if (name == null) {
      throw Problem.invalid(
              new Failure(List.of("body", "file"), "The file should have a name", "too_short"))
          .exception();
    }
    return name;
  }

  private static @Nullable String type(FilePart file) {
    String type = file.contentType();
    return type == null || !MEDIA_TYPE.matcher(type).matches() ? null : type;
  }

  public Optional<Attachment> find(Scope scope, AttachmentId id) {
    return database.with(AttachmentSql.class, sql -> sql.find(scope, id));
  }

  /** Those of the ids that the organization has, by id. */
  public Map<AttachmentId, Attachment> all(Scope scope, Collection<AttachmentId> ids) {
    return ids.isEmpty()
        ? Map.of()
        : database.with(AttachmentSql.class, sql -> byId(sql, scope, ids));
  }

  /** The same, kept as long as the organization from now on. */
  public static Map<AttachmentId, Attachment> use(
      Tx tx, Scope scope, Collection<AttachmentId> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    var sql = tx.on(AttachmentSql.class);
    lock(tx, ids);
    sql.use(scope, ids);
    return byId(sql, scope, ids);
  }

  /** Nobody uses them for the first time, or leaves them, before the transaction's end. */
  public static void lock(Tx tx, Collection<AttachmentId> ids) {
    var _ = tx.on(AttachmentSql.class).lock(ids);
  }

  /** No session has them any more: they go a month after they came. */
  public static void leave(Tx tx, Collection<AttachmentId> ids) {
    tx.on(AttachmentSql.class).leave(ids);
  }

  /** Has one removed soon. */
  public static void discard(Tx tx, Scope scope, AttachmentId id) {
    tx.on(AttachmentSql.class).discard(scope, id);
  }

  private static Map<AttachmentId, Attachment> byId(
      AttachmentSql sql, Scope scope, Collection<AttachmentId> ids) {
    var all = new LinkedHashMap<AttachmentId, Attachment>();
    sql.all(scope, ids).forEach(one -> all.put(one.attachmentId(), one));
    return all;
  }

  /** To be closed; 503 when the store is away. */
  public InputStream open(AttachmentId id, long from, long length) {
    return length == 0 ? InputStream.nullInputStream() : bytes.read(id, from, length);
  }

  /** A hidden one of {@code size} bytes; to be closed. */
  public InputStream openHidden(AttachmentId id, long size) {
    return bytes.readHidden(id, size);
  }

  /** The attachment of a link, and whether that expired. */
  Signed signed(AttachmentId id, long expires) {
    var found = database.with(AttachmentSql.class, sql -> sql.findSigned(id)).orElse(null);
    return found == null
        ? new Signed(null, false)
        : new Signed(found.attachment(), found.now().getEpochSecond() >= expires);
  }

  /** {@code attachment} null: there is none any longer. */
  record Signed(@Nullable Attachment attachment, boolean expired) {}

  /** Seconds of the database's clock, by which links expire. */
  long now() {
    return database.with(AttachmentSql.class, AttachmentSql::now).getEpochSecond();
  }

  /** Removes unused files and remains of crashes, asking {@code goesOn} before each batch. */
  public void sweep(BooleanSupplier goesOn) {
    var failures = new Failures(BlobStoreException.class::isInstance);
    boolean more = true;
    while (more && goesOn.getAsBoolean()) {
      var ids = database.with(AttachmentSql.class, sql -> sql.take(BATCH));
      more = failures.of(ids, bytes::remove) > 0 && ids.size() >= BATCH;
    }
    failures.throwFirst();
  }
}
