package io.agentservice.server.engine.messages;

import io.agentservice.server.base.ids.AttachmentId;
import java.util.List;

/**
 * What a message brings along (api-org.md 1.2).
 *
 * @param ids attachments of the organization, which are put into the session's work directory
 * @param links addresses elsewhere, which the agent is told of
 */
public record Attached(List<AttachmentId> ids, List<String> links) {
  /** Nothing. */
  public static final Attached NONE = new Attached(List.of(), List.of());
}
