package io.agentservice.server.engine.sessions.attachments;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.context.attachments.Attachment;
import org.jspecify.annotations.Nullable;

/** An attachment of a session on the wire (api-org.md 1.3). */
public record SessionAttachmentJson(
    AttachmentId attachmentId,
    String name,
    String url,
    String source,
    @Nullable String contentType,
    long sizeBytes,
    long createdAt) {

  /** {@code url}: where people find it. */
  public static SessionAttachmentJson of(Attachment attachment, String url) {
    return new SessionAttachmentJson(
        attachment.attachmentId(),
        attachment.name(),
        url,
        attachment.source(),
        attachment.contentType(),
        attachment.sizeBytes(),
        attachment.createdAt().getEpochSecond());
  }
}
