package io.agentservice.server.context.mcp;

import static io.agentservice.server.base.auth.Permission.MANAGE_ORG_SETTINGS;
import static io.agentservice.server.base.auth.Permission.USE_AGENT_SESSIONS;
import static io.agentservice.server.base.http.Access.organization;
import static io.agentservice.server.base.http.answers.Answer.ok;

import io.agentservice.server.base.http.Route;
import io.agentservice.server.base.http.answers.Answer;
import io.agentservice.server.base.http.lists.Lists;
import io.agentservice.server.base.http.requests.Request;
import io.agentservice.server.base.ids.McpServerId;
import java.util.List;
import java.util.function.Supplier;

final class McpServerRoutes {
  private static final String ALL = "/v3/organizations/{org_id}/mcp-servers";
  private static final String ONE = ALL + "/{mcp_server_id}";

  private final McpServers servers;
  private final Lists lists;

  McpServerRoutes(McpServers servers, Lists lists) {
    this.servers = servers;
    this.lists = lists;
  }

  List<Route> routes() {
    var read = organization(USE_AGENT_SESSIONS, MANAGE_ORG_SETTINGS);
    var write = organization(MANAGE_ORG_SETTINGS);
    return List.of(
        Route.get(ALL, read, this::list),
        Route.create(ALL, write, this::create),
        Route.get(ONE, read, this::get),
        Route.patch(ONE, write, this::change).of(this::exists),
        Route.delete(ONE, write, this::delete));
  }

  private Answer list(Request request) {
    var scope = request.scope();
    return ok(
        lists.page(
            request.query(), "mcp servers " + scope, servers.list(scope), McpServerJson::of));
  }

  private Supplier<Answer> create(Request request) {
    var scope = request.scope();
    var content = servers.read(scope, request.body(), null);
    return () -> show(servers.create(scope, content, request.caller()));
  }

  private Answer get(Request request) {
    return show(servers.get(request.scope(), id(request)));
  }

  private Answer change(Request request) {
    return show(servers.change(request.scope(), id(request), request.body(), request.caller()));
  }

  private Answer delete(Request request) {
    return show(servers.delete(request.scope(), id(request), request.caller()));
  }

  private void exists(Request request) {
    servers.get(request.scope(), id(request));
  }

  private static McpServerId id(Request request) {
    return request.id(McpServerId.class);
  }

  private static Answer show(McpServer server) {
    return ok(McpServerJson.of(server));
  }
}
