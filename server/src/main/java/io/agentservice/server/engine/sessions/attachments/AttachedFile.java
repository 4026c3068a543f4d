package io.agentservice.server.engine.sessions.attachments;

import io.agentservice.server.base.ids.AttachmentId;

/** {@code fileName} is unique in the session. */
public record AttachedFile(AttachmentId attachmentId, String fileName, long sizeBytes) {}
