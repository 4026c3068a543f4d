package io.agentservice.server.context.mcp;

import io.agentservice.server.base.core.Feature;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.context.secrets.Secrets;
import java.util.List;

public record McpServersFeature(McpServers servers, List<Route> routes) implements Feature {

  public static McpServersFeature wire(Database database, Secrets secrets, Lists lists) {
    var servers = new McpServers(database, secrets);
    return new McpServersFeature(servers, new McpServerRoutes(servers, lists).routes());
  }
}
