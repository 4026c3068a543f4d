package io.agentservice.server.context.mcp;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.agentservice.server.base.ids.McpServerId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.context.mcp.McpServerContent.Header;
import io.agentservice.server.context.mcp.McpServerContent.OAuth;
import java.util.List;
import org.jspecify.annotations.Nullable;

record McpServerJson(
    McpServerId mcpServerId,
    @JsonUnwrapped ContentJson content,
    OrgId orgId,
    String createdBy,
    long createdAt,
    long updatedAt) {

  /** What was written of it. */
  record ContentJson(
      String name,
      String transport,
      @Nullable String url,
      List<Header> headers,
      @Nullable OAuth oauth,
      @Nullable String command,
      List<String> args,
      List<String> environment,
      @Nullable List<String> allowedTools,
      boolean isEnabled) {
    static ContentJson of(McpServerContent content) {
      return new ContentJson(
          content.name(),
          content.transport().word(),
          content.http().url(),
          content.http().all(),
          content.http().account(),
          content.program().command(),
          content.program().args(),
          content.program().environment(),
          content.allowedTools(),
          content.isEnabled());
    }
  }

  static McpServerJson of(McpServer server) {
    return new McpServerJson(
        server.mcpServerId(),
        ContentJson.of(server.content()),
        server.orgId(),
        server.createdBy(),
        server.createdAt().getEpochSecond(),
        server.updatedAt().getEpochSecond());
  }
}
