package io.agentservice.cli.session.mcp;

import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.terminal.Prompts;
import io.agentservice.wire.json.Fields;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code .mcp.json} that editors and agents share: {@code mcpServers} by name, each with
 * {@code command}, {@code args} and {@code env}, or {@code url} and {@code headers}. {@code
 * ${NAME}} and {@code ${NAME:-otherwise}} stand for variables of the environment.
 */
public final class McpConfigFile {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}");

  private final String file;
  private final Map<String, String> environment;
  private final SessionMcpServers servers = new SessionMcpServers();

  private McpConfigFile(String file, Map<String, String> environment) {
    this.file = file;
    this.environment = environment;
  }

  /**
   * Reads one; {@code -}: standard input. Of none when there is no file to read.
   *
   * @throws CommandFailure that says what is wrong in it
   */
  public static SessionMcpServers read(@Nullable String file, Map<String, String> environment) {
    return file == null ? new SessionMcpServers() : new McpConfigFile(file, environment).read();
  }

  private SessionMcpServers read() {
    var all = Prompts.object(file).fields().get("mcpServers");
    if (!(all instanceof Map<?, ?> named)) {
      throw wrong("it has no object mcpServers");
    }
    named.forEach((name, server) -> {
      if (!(server instanceof Map<?, ?> fields)) {
        throw wrong("the MCP server '%s' is no object".formatted(name));
      }
      try {
        add(String.valueOf(name), new Fields(JsonObject.ofMap(fields)));
      } catch (JsonException | IllegalArgumentException e) {
        throw wrong("of the MCP server '%s': %s".formatted(name, e.getMessage()));
      }
    });
    return servers;
  }

  private void add(String name, Fields server) {
    String type = server.textOrNull("type");
    String url = server.textOrNull("url");
    if ("sse".equals(type)) {
      throw new IllegalArgumentException("sse is not spoken; most servers speak http by now");
    }
    if (url == null) {
      var args = server.textsOrNull("args");
      servers.program(
          name,
          filled(server.text("command")),
          args == null ? List.of() : args.stream().map(this::filled).toList(),
          filled(server.textsByName("env")));
    } else {
      servers.http(name, filled(url), filled(server.textsByName("headers")));
    }
  }

  private Map<String, String> filled(Map<String, String> texts) {
    var filled = new LinkedHashMap<String, String>();
    texts.forEach((name, text) -> filled.put(name, filled(text)));
    return filled;
  }

  private String filled(String text) {
    return VARIABLE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found)));
  }

  private String value(MatchResult found) {
    String value = environment.getOrDefault(found.group(1), found.group(2));
    if (value == null) {
      throw new IllegalArgumentException(
          "the variable %s is not set, which it names".formatted(found.group(1)));
    }
    return value;
  }

  private CommandFailure wrong(String what) {
    return CommandFailure.usage(
        "%s: %s".formatted(file, what), "it is to be as .mcp.json of editors; see docs/mcp.md");
  }
}
