package io.agentservice.server.base.ids;

@IdForm(prefix = "mcp-", noun = "mcp_server")
public final class McpServerId extends Id {
  public McpServerId(String value) {
    super(value);
  }
}
