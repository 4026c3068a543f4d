package io.agentservice.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.cli.process.CommandFailure;
import io.agentservice.cli.process.Program;
import io.agentservice.client.AgentClient;
import io.agentservice.client.http.Query;
import io.agentservice.postgres.machine.Trees;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A git host on this machine: git's own {@code http-backend} serves real repositories to whoever
 * brings the token, and a {@link DemoForge} takes pull requests.
 */
final class DemoHost implements AutoCloseable {
  private static final String TOKEN = "token-of-the-demo";
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type", "CONTENT_TYPE",
          "Content-Encoding", "HTTP_CONTENT_ENCODING",
          "Git-Protocol", "HTTP_GIT_PROTOCOL");

  private final Path root;
  private final HttpServer http;
  private final DemoForge forge;

  /** One that begins anew in that directory; null where the example needs none. */
  static @Nullable DemoHost of(Example example, Path root) {
    var repository = example.repository();
    return repository == null ? null : new DemoHost(root, repository.kind());
  }

  private DemoHost(Path root, HostedRepository.Kind kind) {
    this.root = root;
    try {
      Trees.delete(root);
      Files.createDirectories(root);
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw CommandFailure.failed("can't start the git host of the demo: " + e, null);
    }
    forge =
        switch (kind) {
          case GITHUB -> new GitHubForge(host());
          case GITLAB -> new GitLabForge(host());
        };
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::git);
    http.createContext(forge.access().root(), this::api);
    http.start();
  }

  Path root() {
    return root;
  }

  /** What a connection names. */
  String host() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  Path bare(String path) {
    return root.resolve(path + ".git");
  }

  /** From now on it has a repository with the branch {@code main} of another. */
  void take(String path, Path from) {
    var bare = bare(path);
    var made = List.of("git", "clone", "-q", "--bare", from.toString(), bare.toString());
    Program.run(root, made, Map.of());
    Program.run(bare, List.of("git", "config", "http.receivepack", "true"), Map.of());
  }

  /** Has the organization reach all of it. */
  void connect(AgentClient client, String org) {
    var connection =
        client.post(
            "/v3/enterprise/git-providers/connections",
            JsonObject.of(
                "git_provider_type", forge.access().provider(), "host", host(), "token", TOKEN));
    var permissions =
        "{\"permissions\": [{\"git_connection_id\": \"%s\", \"group_prefix\": \"acme\"}]}"
            .formatted(connection.required("git_connection_id"));
    client.request(
        "PUT",
        "/v3/enterprise/organizations/" + org + "/git-providers/permissions",
        Query.NONE,
        permissions);
  }

  DemoForge forge() {
    return forge;
  }

  private void api(HttpExchange exchange) throws IOException {
    var access = forge.access();
    try (exchange) {
      var given = exchange.getRequestHeaders().getFirst(access.header());
      if (!(access.scheme() + TOKEN).equals(given)) {
        answer(exchange, new DemoForge.Answer(401, "{}"));
        return;
      }
      var path = exchange.getRequestURI().getRawPath().substring(access.root().length());
      var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      answer(exchange, forge.answer(new DemoForge.Call(exchange.getRequestMethod(), path, body)));
    } catch (JsonException _) {
      answer(exchange, new DemoForge.Answer(400, "{}"));
    }
  }

  private static void answer(HttpExchange exchange, DemoForge.Answer answer) throws IOException {
    var body = answer.json().getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  private void git(HttpExchange exchange) throws IOException {
    var user = forge.access().gitUser() + ":" + TOKEN;
    var known = Base64.getEncoder().encodeToString(user.getBytes(UTF_8));
    try (exchange) {
      if (!("Basic " + known).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      serve(exchange, exchange.getRequestBody().readAllBytes());
    }
  }

  private void serve(HttpExchange exchange, byte[] sent) throws IOException {
    var process = backend(exchange, sent.length).start();
    try (var in = new BufferedInputStream(process.getInputStream())) {
      try (var out = process.getOutputStream()) {
        out.write(sent);
      }
      int status = 200;
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        var header = line.split(": ", 2);
        if (header[0].equals("Status")) {
          status = Integer.parseInt(header[1].substring(0, 3));
        } else {
          exchange.getResponseHeaders().add(header[0], header[1]);
        }
      }
      var body = in.readAllBytes();
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } finally {
      process.destroyForcibly();
    }
  }

  private ProcessBuilder backend(HttpExchange exchange, int length) {
    var query = exchange.getRequestURI().getRawQuery();
    var builder = new ProcessBuilder("git", "http-backend");
    var environment = builder.environment();
    environment.put("GIT_PROJECT_ROOT", root.toString());
    environment.put("GIT_HTTP_EXPORT_ALL", "1");
    environment.put("REMOTE_USER", "service");
    environment.put("PATH_INFO", exchange.getRequestURI().getPath());
    environment.put("QUERY_STRING", query == null ? "" : query);
    environment.put("REQUEST_METHOD", exchange.getRequestMethod());
    environment.put("CONTENT_LENGTH", String.valueOf(length));
    HEADERS.forEach((header, variable) -> {
      var value = exchange.getRequestHeaders().getFirst(header);
      if (value != null) {
        environment.put(variable, value);
      }
    });
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
