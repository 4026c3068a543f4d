package io.agentservice.server.context.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.ids.AttachmentId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A file coming in, by one thread; closing removes what was not kept. */
public final class IncomingAttachment implements AutoCloseable {
  private final AttachmentBytes bytes;
  private final AttachmentId id;
  private final Scope scope;
  private final String source;
  private BlobStore.@Nullable Sink sink;
  private boolean kept;

  IncomingAttachment(AttachmentBytes bytes, AttachmentId id, Scope scope, String source) {
    this.bytes = bytes;
    this.id = id;
    this.scope = scope;
    this.source = source;
  }

  AttachmentId id() {
    return id;
  }

  public Scope scope() {
    return scope;
  }

  public void write(ByteBuffer piece) {
    bytes.told(() -> {
      sink().write(piece);
      return this;
    });
  }

  /** Blocks until all is on disk. */
  public void finish() {
    bytes.told(() -> {
      sink().commit();
      return this;
    });
  }

  /** Made late, when something may be written. */
  private BlobStore.Sink sink() {
    var present = sink;
    if (present == null) {
      present = bytes.begin(id, scope, source);
      sink = present;
    }
    return present;
  }

  /** The caller is about to commit; nothing is removed any more. */
  void keep() {
    kept = true;
  }

  @Override
  public void close() {
    if (sink != null) {
      bytes.end(id, sink, kept);
    }
  }
}
