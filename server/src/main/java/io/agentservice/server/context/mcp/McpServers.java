package io.agentservice.server.context.mcp;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.auth.Caller;
import io.agentservice.server.base.auth.Scope;
import io.agentservice.server.base.db.Belongings;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.lists.Listing;
import io.agentservice.server.base.http.lists.Place;
import io.agentservice.server.base.http.lists.Rows;
import io.agentservice.server.base.http.requests.Body;
import io.agentservice.server.base.ids.Id;
import io.agentservice.server.base.ids.McpServerId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.problems.Failure;
import io.agentservice.server.base.problems.Problem;
import io.agentservice.server.context.secrets.Secrets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The MCP servers of an organization; one of another organization is as if it did not exist. */
public final class McpServers {
  private static final int MOST = 20;

  private final Database database;
  private final Secrets secrets;

  public McpServers(Database database, Secrets secrets) {
    this.database = database;
    this.secrets = secrets;
  }

  Listing<McpServer> list(Scope scope) {
    return new Listing<>(
        window ->
            database.with(
                McpServerSql.class, sql -> Rows.of(sql.list(scope, window), window.size())),
        most -> database.with(McpServerSql.class, sql -> sql.count(scope, most)),
        server -> new Place(server.createdAt(), server.mcpServerId().value()));
  }

  /** 404. */
  McpServer get(Scope scope, McpServerId id) {
    return database
        .with(McpServerSql.class, sql -> sql.find(scope, id))
        .orElseThrow(McpServers::noSuchServer);
  }

  /** Those that an organization's sessions have, by name. */
  public List<McpServer> enabled(OrgId org) {
    return database.with(McpServerSql.class, sql -> sql.enabled(org));
  }

  /** What a body says of a new one, or of one as it would be afterwards; 422. */
  McpServerContent read(Scope scope, Body body, @Nullable McpServer before) {
    var content = new McpServerBody(body, before == null ? null : before.content()).read();
    check(body, content, secrets.knownKeys(scope, named(content)));
    body.check();
    return content;
  }

  /**
   * Reads the servers of one session alone, which may name secrets of the organization and those of
   * the session's own; what is wrong is noted in the body.
   */
  public List<McpServerContent> ofSession(Scope scope, Body body, Set<String> own) {
    var names = new HashSet<String>();
    return body.objects(
        "mcp_servers",
        MOST,
        item -> {
          var content = new McpServerBody(item, null).read();
          var known = new HashSet<>(own);
          known.addAll(secrets.knownKeys(scope, named(content)));
          check(item, content, known);
          if (!content.name().isEmpty() && !names.add(content.name())) {
            item.fail("duplicate", "A server of that name is there already", "name");
          }
          return content;
        });
  }

  private static List<String> named(McpServerContent content) {
    return Stream.concat(
            content.http().secrets().stream(), content.program().environment().stream())
        .toList();
  }

  private static void check(Body body, McpServerContent content, Set<String> known) {
    var headers = content.http().all();
    var variables = content.program().environment();
    for (int i = 0; body.value("headers") != null && i < headers.size(); i++) {
      String secret = headers.get(i).secret();
      if (!secret.isEmpty() && !known.contains(secret)) {
        body.failAt("unknown_reference", UNKNOWN, "headers", i, "secret");
      }
    }
    for (int i = 0; body.value("environment") != null && i < variables.size(); i++) {
      if (!known.contains(variables.get(i))) {
        body.failAt("unknown_reference", UNKNOWN, "environment", i);
      }
    }
    var account = content.http().account();
    String secret = account == null ? "" : account.clientSecret();
    if (body.value("oauth") != null && !secret.isEmpty() && !known.contains(secret)) {
      body.failAt("unknown_reference", UNKNOWN, "oauth", "client_secret");
    }
  }

  private static final String UNKNOWN = "No secret of that key in this organization";

  /** 409 {@code mcp_server_name_taken}; 422 when the organization has as many as may be. */
  McpServer create(Scope scope, McpServerContent content, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(McpServerSql.class);
      var id = Id.create(McpServerId.class);
      var _ = sql.lockAll(scope);
      if (sql.count(scope, MOST) >= MOST) {
        String msg =
            "The organization has %d MCP servers, as many as it may have; delete one"
                .formatted(MOST);
        throw Problem.invalid(new Failure(List.of("body"), msg, "not_allowed")).exception();
      }
      if (!sql.insert(id, scope, content, caller.principal().author())) {
        throw nameTaken();
      }
      var server = sql.find(scope, id).orElseThrow();
      record(tx, caller, "mcp_server_install", server, Map.of());
      return server;
    });
  }

  /** 404; 409 as in create. */
  McpServer change(Scope scope, McpServerId id, Body body, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(McpServerSql.class);
      var _ = sql.lockAll(scope);
      var before = sql.lock(scope, id).orElseThrow(McpServers::noSuchServer);
      var content = read(scope, body, before);
      if (sql.nameTaken(scope, content.name(), id)) {
        throw nameTaken();
      }
      sql.update(scope, id, content);
      var after = sql.find(scope, id).orElseThrow();
      record(tx, caller, action(before, after), after, Map.of("changes", changes(before, after)));
      return after;
    });
  }

  /** Deletes one and answers what it was; its name is free. 404. */
  McpServer delete(Scope scope, McpServerId id, Caller caller) {
    return database.inTransaction(tx -> {
      var sql = tx.on(McpServerSql.class);
      var server = sql.lock(scope, id).orElseThrow(McpServers::noSuchServer);
      sql.delete(scope, id);
      record(tx, caller, "mcp_server_delete", server, Map.of());
      return server;
    });
  }

  /** A change that only sets other fields is one of the organization's settings (auth.md 7). */
  private static String action(McpServer before, McpServer after) {
    if (before.content().isEnabled() == after.content().isEnabled()) {
      return "update_org_settings";
    }
    return after.content().isEnabled() ? "mcp_server_enable" : "mcp_server_disable";
  }

  private static Map<String, ?> changes(McpServer before, McpServer after) {
    var old = shown(before);
    return shown(after).entrySet().stream()
        .filter(field -> !Objects.equals(old.get(field.getKey()), field.getValue()))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                field -> {
                  var change = new LinkedHashMap<String, @Nullable Object>();
                  change.put("old", old.get(field.getKey()));
                  change.put("new", field.getValue());
                  return change;
                }));
  }

  private static Map<String, @Nullable Object> shown(McpServer server) {
    var content = server.content();
    var shown = new LinkedHashMap<String, @Nullable Object>();
    shown.put("name", content.name());
    shown.put("url", content.http().url());
    shown.put("headers", content.http().all());
    shown.put("oauth", content.http().account());
    shown.put("command", content.program().command());
    shown.put("args", content.program().args());
    shown.put("environment", content.program().environment());
    shown.put("allowed_tools", content.allowedTools());
    shown.put("is_enabled", content.isEnabled());
    return shown;
  }

  private static void record(
      Tx tx, Caller caller, String action, McpServer server, Map<String, ?> more) {
    var data = new LinkedHashMap<String, Object>();
    data.put("setting", "mcp_server");
    data.put("mcp_server_id", server.mcpServerId());
    data.put("server_name", server.name());
    data.put("transport", server.content().transport().word());
    data.put("org_id", server.orgId());
    data.putAll(more);
    Audit.record(tx, caller, action, server.orgId(), data);
  }

  private static RuntimeException nameTaken() {
    return Problem.conflict(
            "mcp_server_name_taken",
            "The organization has an MCP server of that name",
            "Choose another name, or delete that one first")
        .exception();
  }

  private static RuntimeException noSuchServer() {
    return Problem.notFound("mcp_server").exception();
  }

  public Belongings.Left erase(Tx tx, OrgId org) {
    tx.on(McpServerSql.class).erase(org);
    return Belongings.Left.NOTHING;
  }
}
