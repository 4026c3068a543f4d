package io.agentservice.server.engine.messages;

import io.agentservice.server.base.ids.AttachmentId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message (sessions.md 4); {@code position} orders the installation's. */
public record Message(
    String eventId,
    String source,
    String message,
    Instant createdAt,
    @Nullable String origin,
    @Nullable String userId,
    @Nullable String username,
    String delivery,
    List<AttachmentId> attachmentIds,
    List<String> attachmentLinks,
    long position) {}
