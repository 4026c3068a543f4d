package io.agentservice.server.context.mcp;

import io.agentservice.server.base.ids.McpServerId;
import io.agentservice.server.base.ids.OrgId;
import java.time.Instant;

/** As stored. {@code createdBy}: user, service user or key id. */
public record McpServer(
    McpServerId mcpServerId,
    OrgId orgId,
    McpServerContent content,
    String createdBy,
    Instant createdAt,
    Instant updatedAt) {

  public String name() {
    return content.name();
  }
}
