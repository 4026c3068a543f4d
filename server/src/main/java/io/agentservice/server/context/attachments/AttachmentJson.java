package io.agentservice.server.context.attachments;

import io.agentservice.server.base.ids.AttachmentId;

/** An attachment on the wire (api-org.md 2). */
record AttachmentJson(AttachmentId attachmentId, String name, String url) {}
