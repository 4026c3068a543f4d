package io.agentservice.cli.acp;

import io.agentservice.cli.session.mcp.SessionMcpServers;
import io.agentservice.wire.json.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The MCP servers that an editor wants a session to have.
 *
 * @param unused names of those that can't be had
 */
record EditorServers(SessionMcpServers servers, List<String> unused) {

  /**
   * Of {@code session/new} or {@code session/load}.
   *
   * @throws Refusal when two of them can't be told apart
   */
  static EditorServers read(Fields params) {
    var servers = new SessionMcpServers();
    var unused = new ArrayList<String>();
    if (params.object().fields().get("mcpServers") != null) {
      try {
        params.all("mcpServers", one -> add(one, servers, unused));
      } catch (IllegalArgumentException e) {
        throw Refusal.params(String.valueOf(e.getMessage()));
      }
    }
    return new EditorServers(servers, List.copyOf(unused));
  }

  private static String add(Fields server, SessionMcpServers servers, List<String> unused) {
    String name = server.text("name");
    String type = server.textOrNull("type");
    if (type == null || type.equals("stdio")) {
      var args = server.textsOrNull("args");
      servers.program(
          name, server.text("command"), args == null ? List.of() : args, named(server, "env"));
    } else if (type.equals("http")) {
      servers.http(name, server.text("url"), named(server, "headers"));
    } else {
      unused.add(name);
    }
    return name;
  }

  private static Map<String, String> named(Fields server, String field) {
    var named = new LinkedHashMap<String, String>();
    if (server.object().fields().get(field) != null) {
      server.all(field, one -> named.put(one.text("name"), one.text("value")));
    }
    return named;
  }
}
