package io.agentservice.server.context.attachments;

import io.agentservice.server.base.ids.AttachmentId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored file.
 *
 * @param source {@code user} or {@code agent}
 * @param name a {@link FileName}
 * @param contentType as sent; may be null
 * @param sha256 in hexadecimal digits
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
