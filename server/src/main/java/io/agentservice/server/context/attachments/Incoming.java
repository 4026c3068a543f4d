package io.agentservice.server.context.attachments;

import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.blobs.BlobStore;
import io.agentservice.server.base.ids.AttachmentId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An attachment whose bytes are coming in. For one thread. Unless {@link Attachments#keep} was
 * called, nothing of it is left when it is closed.
 */
public final class Incoming implements AutoCloseable {
  private final Attachments attachments;
  private final AttachmentId id;
  private final Scope scope;
  private final String source;
  private BlobStore.@Nullable Sink sink;
  private boolean kept;

  Incoming(Attachments attachments, AttachmentId id, Scope scope, String source) {
    this.attachments = attachments;
    this.id = id;
    this.scope = scope;
    this.source = source;
  }

  AttachmentId id() {
    return id;
  }

  /** Whose it will be. */
  public Scope scope() {
    return scope;
  }

  /** Appends what remains in the buffer. */
  public void write(ByteBuffer bytes) {
    attachments.told(() -> {
      sink().write(bytes);
      return this;
    });
  }

  /** No more comes; blocks until all is on the disk. */
  public void finish() {
    attachments.told(() -> {
      sink().commit();
      return this;
    });
  }

  /** Made when there is something to write, or nothing at all is. */
  private BlobStore.Sink sink() {
    var present = sink;
    if (present == null) {
      present = attachments.begin(id, scope, source);
      sink = present;
    }
    return present;
  }

  /** Whoever calls it has not committed yet; from now on nothing is removed here. */
  void keep() {
    kept = true;
  }

  @Override
  public void close() {
    if (sink != null) {
      attachments.end(id, sink, kept);
    }
  }
}
