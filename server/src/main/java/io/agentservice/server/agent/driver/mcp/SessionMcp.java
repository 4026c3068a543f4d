package io.agentservice.server.agent.driver.mcp;

import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServerContent;
import io.agentservice.server.context.secrets.ClearSecret;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The MCP servers of a session: its organization's, with their secrets. */
public final class SessionMcp {
  private final McpSources sources;
  private final OrgId org;
  private final Supplier<Set<String>> variables;

  /** {@code variables}: names of those that the session's commands have. */
  public SessionMcp(McpSources sources, OrgId org, Supplier<Set<String>> variables) {
    this.sources = sources;
    this.org = org;
    this.variables = variables;
  }

  /** By which those of HTTP are asked. */
  public OutsideHttp http() {
    return sources.http();
  }

  /** As they are now, by name. */
  public List<McpEndpoint> endpoints() {
    var servers = sources.servers().enabled(org);
    if (servers.isEmpty()) {
      return List.of();
    }
    var keys =
        servers.stream()
            .flatMap(server -> server.content().http().all().stream())
            .map(McpServerContent.Header::secret)
            .collect(Collectors.toSet());
    var secrets =
        sources.secrets().named(org, keys).stream()
            .collect(Collectors.toMap(ClearSecret::key, ClearSecret::value));
    var mine = variables.get();
    var policy = sources.policies().apply(org);
    return servers.stream()
        .map(server -> endpoint(server.content(), policy, secrets, mine))
        .toList();
  }

  private McpEndpoint endpoint(
      McpServerContent content,
      AllowedHosts policy,
      Map<String, String> secrets,
      Set<String> mine) {
    var target =
        switch (content.transport()) {
          case HTTP -> http(content.http(), policy, secrets);
          case STDIO -> program(content.program(), mine);
        };
    return new McpEndpoint(content.name(), target, content.allowedTools());
  }

  private McpEndpoint.Target http(
      McpServerContent.Http http, AllowedHosts policy, Map<String, String> secrets) {
    var url = URI.create(String.valueOf(http.url()));
    if (!policy.allows(String.valueOf(url.getHost()))) {
      return new McpEndpoint.Unusable(
          "the network policy does not allow " + String.valueOf(url.getHost()));
    }
    var headers = new ArrayList<McpEndpoint.Header>();
    for (var header : http.all()) {
      String value = secrets.get(header.secret());
      if (value == null || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
        return new McpEndpoint.Unusable(
            "the secret %s of its header %s is gone, or can't stand in a header"
                .formatted(header.secret(), header.name()));
      }
      String prefix = header.prefix() == null ? "" : header.prefix();
      headers.add(new McpEndpoint.Header(header.name(), prefix, value));
    }
    return new McpEndpoint.Http(url, headers);
  }

  private static McpEndpoint.Target program(McpServerContent.Program program, Set<String> mine) {
    return program.environment().stream()
        .filter(key -> !mine.contains(key))
        .findFirst()
        .<McpEndpoint.Target>map(key ->
            new McpEndpoint.Unusable("the session does not have the secret %s".formatted(key)))
        .orElseGet(() ->
            new McpEndpoint.Program(
                String.valueOf(program.command()), program.args(), program.environment()));
  }
}
