package io.agentservice.server.context.attachments;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A file that is kept.
 *
 * @param source {@code user} or {@code agent}
 * @param name a {@link FileName}
 * @param contentType as it was sent; null when it is not known
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record Attachment(
    AttachmentId attachmentId,
    OrgId orgId,
    String source,
    String name,
    @Nullable String contentType,
    long sizeBytes,
    String sha256,
    Instant createdAt) {}
