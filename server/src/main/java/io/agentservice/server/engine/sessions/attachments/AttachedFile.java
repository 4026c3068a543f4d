package io.agentservice.server.engine.sessions.attachments;

import io.agentservice.server.base.ids.AttachmentId;

/**
 * An attachment with a place in its session's work directory.
 *
 * @param fileName its name there, which no other one of the session has
 */
public record AttachedFile(AttachmentId attachmentId, String fileName, long sizeBytes) {}
