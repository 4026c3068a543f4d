package io.agentservice.server.context.mcp;

import io.agentservice.server.base.http.answers.Json;
import java.util.List;
import java.util.stream.Stream;
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

  /** Of {@code HTTP}; {@code headers} and {@code oauth} are JSON. */
  public record Http(@Nullable String url, String headers, @Nullable String oauth) {
    private static final TypeReference<List<Header>> HEADERS = new TypeReference<>() {};

    static Http of(@Nullable String url, List<Header> headers, @Nullable OAuth oauth) {
      return new Http(
          url,
          Json.MAPPER.writeValueAsString(headers),
          oauth == null ? null : Json.MAPPER.writeValueAsString(oauth));
    }

    /** Null: the service has no account at the server. */
    public @Nullable OAuth account() {
      return oauth == null ? null : Json.MAPPER.readValue(oauth, OAuth.class);
    }

    /** Keys of all secrets that it names. */
    public List<String> secrets() {
      var account = account();
      return Stream.concat(
              all().stream().map(Header::secret),
              account == null ? Stream.of() : Stream.of(account.clientSecret()))
          .toList();
    }

    public List<Header> all() {
      return Json.MAPPER.readValue(headers, HEADERS);
    }
  }

  /** Sent with each request: the prefix, and the value of the secret of that key. */
  public record Header(String name, String secret, @Nullable String prefix) {}

  /**
   * How the service gets tokens for itself, by client credentials (RFC 6749, 4.4).
   *
   * @param clientSecret key of a secret
   * @param tokenUrl null: as the server says itself (RFC 9728)
   */
  public record OAuth(
      String clientId, String clientSecret, @Nullable String tokenUrl, @Nullable String scope) {}

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
        Http.of(null, List.of(), null),
        new Program(null, List.of(), List.of()),
        null,
        true);
  }
}
