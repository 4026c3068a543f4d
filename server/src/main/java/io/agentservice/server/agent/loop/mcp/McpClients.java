package io.agentservice.server.agent.loop.mcp;

import io.agentservice.redaction.Redactor;
import io.agentservice.server.agent.loop.log.McpTool;
import io.agentservice.server.agent.loop.mcp.McpException.Fate;
import io.agentservice.server.agent.loop.mcp.tokens.AccessTokens;
import io.agentservice.server.engine.machine.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The servers of one run of a loop. Keeps no thread and, over HTTP, no connection: what there is of
 * a server is its session's name, or a program that waits on the machine.
 */
public final class McpClients {
  private final Machine machine;
  private final McpAccess access;
  private final Redactor redactor;
  private final McpLimits limits;
  private final Map<String, McpClient> clients = new ConcurrentHashMap<>();
  private final Map<String, ProgramChannel> programs = new ConcurrentHashMap<>();
  private final Map<String, AccessTokens> tokens = new ConcurrentHashMap<>();
  private final Map<String, String> starts = new HashMap<>();
  private List<McpEndpoint> endpoints = List.of();

  /** {@code redactor} knows the session's secrets. */
  public McpClients(Machine machine, McpAccess access, Redactor redactor, McpLimits limits) {
    this.machine = machine;
    this.access = access;
    this.redactor = redactor;
    this.limits = limits;
  }

  /** Reads anew what there is. */
  public List<McpEndpoint> look() {
    endpoints = access.look().get();
    return endpoints;
  }

  private @Nullable McpEndpoint find(String server) {
    return endpoints.stream().filter(one -> one.name().equals(server)).findFirst().orElse(null);
  }

  /** Whether a program has to be started before it is asked. */
  public boolean needsStart(String server) {
    var endpoint = find(server);
    if (endpoint == null || !(endpoint.target() instanceof McpEndpoint.Program)) {
      return false;
    }
    var program = programs.get(server);
    if (program != null && program.isOver()) {
      program.kill();
      programs.remove(server);
      clients.remove(server);
      return true;
    }
    return program == null;
  }

  /** From now on its program is to be started under that id, which stands in the log. */
  public void start(String server, String commandId) {
    starts.put(server, commandId);
  }

  /** Throws {@link McpException}; another thread for each server may ask. */
  public List<McpTool> list(McpEndpoint endpoint) {
    return masked(() -> {
      var told = client(endpoint).tools(limits.listing()).stream().map(this::masked).toList();
      return McpListing.of(endpoint.name(), told, endpoint.allowedTools());
    });
  }

  /** The result of a tool's call, masked; throws {@link McpException}. */
  public JsonNode call(String server, String tool, ObjectNode arguments) {
    var endpoint = find(server);
    if (endpoint == null) {
      throw new McpException(Fate.NOT_DONE, "the organization has it no more");
    }
    if (endpoint.allowedTools() != null && !endpoint.allowedTools().contains(tool)) {
      throw new McpException(Fate.NOT_DONE, "the organization allows this tool of it no more");
    }
    return masked(() -> client(endpoint).call(tool, arguments, limits.call()));
  }

  /** What may not be used any more is not, though it was before. */
  private McpClient client(McpEndpoint endpoint) {
    if (endpoint.target() instanceof McpEndpoint.Unusable(String reason)) {
      throw new McpException(Fate.NOT_DONE, reason);
    }
    return clients.computeIfAbsent(endpoint.name(), _ -> new McpClient(channel(endpoint)));
  }

  private McpChannel channel(McpEndpoint endpoint) {
    return switch (endpoint.target()) {
      case McpEndpoint.Unusable(String reason) -> throw new McpException(Fate.NOT_DONE, reason);
      case McpEndpoint.Http http -> new HttpChannel(access.http(), http, tokens(endpoint, http));
      case McpEndpoint.Program program -> {
        var started =
            new ProgramChannel(machine, String.valueOf(starts.get(endpoint.name())), program);
        programs.put(endpoint.name(), started);
        yield started;
      }
    };
  }

  private @Nullable AccessTokens tokens(McpEndpoint endpoint, McpEndpoint.Http http) {
    var grant = http.grant();
    return grant == null
        ? null
        : tokens.computeIfAbsent(
            endpoint.name(), _ -> new AccessTokens(access.http(), http.url(), grant));
  }

  private <T> T masked(Supplier<T> asking) {
    try {
      return asking.get();
    } catch (McpException e) {
      throw new McpException(e.fate(), redactor().mask(e.phrase()));
    }
  }

  /** Names of members, too: what a server says of its tools goes into the log as it is. */
  private JsonNode masked(JsonNode told) {
    var masked = JsonRpc.parse(redactor().mask(told.toString()));
    if (masked == null) {
      throw new McpException(Fate.NOT_DONE, "what it says of its tools has secrets in it");
    }
    return masked;
  }

  /** Knows the session's secrets and what is sent to servers, which a session need not have. */
  public Redactor redactor() {
    var values = new HashMap<String, String>();
    for (var endpoint : endpoints) {
      if (endpoint.target() instanceof McpEndpoint.Http http) {
        http.headers()
            .forEach(header -> values.put(endpoint.name() + " " + header.name(), header.secret()));
        var grant = http.grant();
        if (grant != null) {
          values.put(endpoint.name() + " client_secret", grant.secret());
        }
      }
    }
    tokens.forEach((server, known) -> {
      String token = known.current();
      if (token != null) {
        values.put(server + " access_token", token);
      }
    });
    return redactor.with(values);
  }
}
