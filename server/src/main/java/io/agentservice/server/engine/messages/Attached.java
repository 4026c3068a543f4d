package io.agentservice.server.engine.messages;

import io.agentservice.server.base.ids.AttachmentId;
import java.util.List;

/** {@code links} are addresses elsewhere (api-org.md 1.2). */
public record Attached(List<AttachmentId> ids, List<String> links) {
  public static final Attached NONE = new Attached(List.of(), List.of());
}
