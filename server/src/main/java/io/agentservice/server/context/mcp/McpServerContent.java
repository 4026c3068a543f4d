package io.agentservice.server.context.mcp;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** What can be written of one; {@code allowedTools} null: all. */
public record McpServerContent(
    String name,
    Transport transport,
    Http http,
    Program program,
    @Nullable List<String> allowedTools,
    boolean isEnabled) {
  public McpServerContent {
    allowedTools = allowedTools == null ? null : List.copyOf(allowedTools);
  }

  /** How it is spoken to: from here over HTTP, or on the session's machine by its pipes. */
  public enum Transport {
    HTTP("http"),
    STDIO("stdio");

    static final List<String> WORDS = List.of("http", "stdio");

    private final String word;

    Transport(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }

    static Transport of(String word) {
      return word.equals("stdio") ? STDIO : HTTP;
    }
  }

  /** Of {@code HTTP}; {@code headers} is JSON. */
  public record Http(@Nullable String url, String headers) {
    private static final TypeReference<List<Header>> HEADERS = new TypeReference<>() {};

    static Http of(@Nullable String url, List<Header> headers) {
      return new Http(url, Json.MAPPER.writeValueAsString(headers));
    }

    public List<Header> all() {
      return Json.MAPPER.readValue(headers, HEADERS);
    }
  }

  /** Sent with each request: the prefix, and the value of the secret of that key. */
  public record Header(String name, String secret, @Nullable String prefix) {}

  /** Of {@code STDIO}; {@code environment} are keys of secrets. */
  public record Program(@Nullable String command, List<String> args, List<String> environment) {
    public Program {
      args = List.copyOf(args);
      environment = List.copyOf(environment);
    }
  }

  /** What is not said of a new one. */
  static McpServerContent usual(Transport transport) {
    return new McpServerContent(
        "",
        transport,
        Http.of(null, List.of()),
        new Program(null, List.of(), List.of()),
        null,
        true);
  }
}
