package io.agentservice.server.agent.driver.mcp;

import io.agentservice.server.agent.loop.mcp.McpEndpoint;
import io.agentservice.server.agent.loop.mcp.tokens.Grant;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.base.outside.AllowedHosts;
import io.agentservice.server.base.outside.OutsideHttp;
import io.agentservice.server.context.mcp.McpServer;
import io.agentservice.server.context.mcp.McpServerContent;
import io.agentservice.server.context.secrets.ClearSecret;
import io.agentservice.server.engine.sessions.parts.NewSession;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The MCP servers of a session: its organization's and its own, with their secrets. */
public final class SessionMcp {
  private final McpSources sources;
  private final OrgId org;
  private final SessionId session;
  private final Supplier<List<NewSession.Secret>> secrets;

  /** {@code secrets}: those that the session has. */
  public SessionMcp(
      McpSources sources, OrgId org, SessionId session, Supplier<List<NewSession.Secret>> secrets) {
    this.sources = sources;
    this.org = org;
    this.session = session;
    this.secrets = secrets;
  }

  /** By which those of HTTP are asked. */
  public OutsideHttp http() {
    return sources.http();
  }

  /** As they are now, by name; the session's own hide the organization's. */
  public List<McpEndpoint> endpoints() {
    var shared = sources.servers().enabled(org).stream().map(McpServer::content).toList();
    var own = sources.own().of(session).stream().filter(McpServerContent::isEnabled).toList();
    if (shared.isEmpty() && own.isEmpty()) {
      return List.of();
    }
    var mine = new LinkedHashMap<String, NewSession.Secret>();
    if (!own.isEmpty() || shared.stream().anyMatch(SessionMcp::takesVariables)) {
      secrets.get().forEach(secret -> mine.put(secret.key(), secret)); // each is opened for it
    }
    var policy = sources.policies().apply(org);
    var all = new TreeMap<String, McpEndpoint>();
    var given = named(shared);
    shared.forEach(one -> all.put(one.name(), endpoint(one, policy, given, mine)));
    var values =
        mine.values().stream()
            .collect(Collectors.toMap(NewSession.Secret::key, NewSession.Secret::value));
    own.forEach(one -> all.put(one.name(), endpoint(one, policy, values, mine)));
    return List.copyOf(all.values());
  }

  private static boolean takesVariables(McpServerContent server) {
    return !server.program().environment().isEmpty();
  }

  /** What servers of the organization are given, which the session itself need not have. */
  private Map<String, String> named(List<McpServerContent> servers) {
    var keys =
        servers.stream()
            .flatMap(server -> server.http().secrets().stream())
            .collect(Collectors.toSet());
    return sources.secrets().named(org, keys).stream()
        .collect(Collectors.toMap(ClearSecret::key, ClearSecret::value));
  }

  private static McpEndpoint endpoint(
      McpServerContent content,
      AllowedHosts policy,
      Map<String, String> secrets,
      Map<String, NewSession.Secret> mine) {
    var target =
        switch (content.transport()) {
          case HTTP -> http(content.http(), policy, secrets);
          case STDIO -> program(content.program(), mine);
        };
    return new McpEndpoint(content.name(), target, content.allowedTools());
  }

  private static McpEndpoint.Target http(
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
    var account = http.account();
    if (account != null && !secrets.containsKey(account.clientSecret())) {
      return new McpEndpoint.Unusable(
          "the secret %s of its account is gone".formatted(account.clientSecret()));
    }
    return new McpEndpoint.Http(url, headers, grant(account, policy, secrets));
  }

  private static @Nullable Grant grant(
      McpServerContent.@Nullable OAuth account, AllowedHosts policy, Map<String, String> secrets) {
    if (account == null) {
      return null;
    }
    String url = account.tokenUrl();
    return new Grant(
        account.clientId(),
        String.valueOf(secrets.get(account.clientSecret())),
        url == null ? null : URI.create(url),
        account.scope(),
        policy::allows);
  }

  private static McpEndpoint.Target program(
      McpServerContent.Program program, Map<String, NewSession.Secret> mine) {
    return program.environment().stream()
        .filter(key -> !isVariable(mine.get(key)))
        .findFirst()
        .<McpEndpoint.Target>map(key ->
            new McpEndpoint.Unusable("the session does not have the secret %s".formatted(key)))
        .orElseGet(() ->
            new McpEndpoint.Program(
                String.valueOf(program.command()), program.args(), program.environment()));
  }

  private static boolean isVariable(NewSession.@Nullable Secret secret) {
    return secret != null && secret.isVariable();
  }
}
