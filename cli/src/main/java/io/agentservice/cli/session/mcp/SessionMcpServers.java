package io.agentservice.cli.session.mcp;

import io.agentservice.wire.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * MCP servers of one session, as people and editors name them, and what they are given: values
 * become secrets of the session, since servers name secrets only.
 */
public final class SessionMcpServers {
  private static final int LONGEST_NAME = 24;
  private static final Pattern SCHEME = Pattern.compile("(Bearer|Basic|Token|token) (?=\\S)");

  private final Map<String, JsonObject> servers = new LinkedHashMap<>();
  private final Map<String, String> secrets = new LinkedHashMap<>();

  /**
   * A program on the session's machine.
   *
   * @throws IllegalArgumentException when the service could not tell it from another one; the
   *     message is for people
   */
  public void program(
      String name, String command, List<String> args, Map<String, String> environment) {
    environment.forEach(this::secret);
    add(
        name,
        JsonObject.of(
            "transport",
            "stdio",
            "command",
            command,
            "args",
            args,
            "environment",
            List.copyOf(environment.keySet())));
  }

  /** A server that the service asks; as above. */
  public void http(String name, String url, Map<String, String> headers) {
    var named = new ArrayList<JsonObject>();
    headers.forEach((header, value) -> {
      var scheme = SCHEME.matcher(value);
      String prefix = scheme.lookingAt() ? scheme.group() : null;
      String key =
          "MCP_%s_%s".formatted(name, header).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
      secret(key, prefix == null ? value : value.substring(prefix.length()));
      named.add(JsonObject.of("name", header, "secret", key, "prefix", prefix));
    });
    add(name, JsonObject.of("transport", "http", "url", url, "headers", named));
  }

  /** Small letters, digits and single hyphens, as the service has them. */
  private void add(String name, JsonObject server) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    plain = plain.substring(0, Math.min(LONGEST_NAME, plain.length())).replaceAll("^-|-$", "");
    if (plain.isEmpty()) {
      throw new IllegalArgumentException(
          "the name '%s' of an MCP server has no letter and no digit".formatted(name));
    }
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("name", plain);
    fields.putAll(server.fields());
    if (servers.putIfAbsent(plain, new JsonObject(fields)) != null) {
      throw new IllegalArgumentException("two MCP servers are called '%s'".formatted(plain));
    }
  }

  private void secret(String key, String value) {
    String before = secrets.putIfAbsent(key, value);
    if (before != null && !before.equals(value)) {
      throw new IllegalArgumentException(
          "two MCP servers want different values of '%s'".formatted(key));
    }
  }

  /** For {@code mcp_servers} of a creation; null for none. */
  public @Nullable List<JsonObject> servers() {
    return servers.isEmpty() ? null : List.copyOf(servers.values());
  }

  /** For {@code session_secrets} of a creation; null for none. */
  public @Nullable List<JsonObject> secrets() {
    return secrets.isEmpty()
        ? null
        : secrets.entrySet().stream()
            .map(one -> JsonObject.of("key", one.getKey(), "value", one.getValue()))
            .toList();
  }

  @Override
  public String toString() {
    return "SessionMcpServers" + servers.keySet();
  }
}
