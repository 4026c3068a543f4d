package io.agentservice.e2e.forge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.e2e.GitBackend;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A git host that speaks GitHub's wire format on a socket of this machine: repositories are real
 * and served by git's own {@code http-backend}, to whoever brings the token; pull requests can be
 * opened and looked at.
 */
final class CodeHost implements AutoCloseable {
  static final String TOKEN = "ghp_token-that-stays-in-the-service-0123";

  static final String BASIC =
      "Basic " + Base64.getEncoder().encodeToString(("x-access-token:" + TOKEN).getBytes(UTF_8));

  private final Path root;
  private final HttpServer http;
  private final List<JsonObject> pullRequests = new CopyOnWriteArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Map<String, HttpHandler> repeating = new ConcurrentHashMap<>();

  CodeHost(Path directory) throws IOException {
    root = Files.createDirectories(directory);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::git);
    http.createContext("/api/v3/repos/", this::api);
    http.start();
  }

  /** What a connection names. */
  String host() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  /** A repository whose branch {@code main} has a first commit with a file. */
  void repository(String path, String file, String content) throws Exception {
    var bare = root.resolve(path + ".git");
    var work = Files.createTempDirectory(root, "work");
    run(root, "git", "init", "-q", "--bare", "-b", "main", bare.toString());
    run(bare, "git", "config", "http.receivepack", "true");
    run(work, "git", "init", "-q", "-b", "main");
    Files.writeString(work.resolve(file), content);
    run(work, "git", "add", "-A");
    run(work, "git", "-c", "user.name=T", "-c", "user.email=t@t", "commit", "-qm", "As it was");
    run(work, "git", "push", "-q", bare.toString(), "main");
  }

  /** What git says of a repository. */
  String git(String path, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return run(root.resolve(path + ".git"), command.toArray(String[]::new));
  }

  /** What was sent to open pull requests. */
  List<JsonObject> pullRequests() {
    return List.copyOf(pullRequests);
  }

  private static String run(Path directory, String... command) throws Exception {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    var process = builder.redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(List.of(command) + ": " + out);
    }
    return out;
  }

  private void api(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath().substring("/api/v3/repos/".length());
      var authorization = exchange.getRequestHeaders().getFirst("Authorization");
      if (!("Bearer " + TOKEN).equals(authorization)) {
        answer(exchange, 401, "{}");
      } else if (exchange.getRequestMethod().equals("POST") && path.endsWith("/pulls")) {
        var sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        pullRequests.add(JsonObject.parse(sent));
        answer(exchange, 201, opened(path, pullRequests.size()));
      } else if (path.contains("/pulls/")) {
        answer(exchange, 200, "{\"state\":\"open\",\"head\":{\"sha\":\"abc\"}}");
      } else {
        answer(exchange, 200, "{\"default_branch\":\"main\"}");
      }
    }
  }

  private String opened(String path, int number) {
    var address = "https://%s/%s/%d".formatted(host(), path.replace("/pulls", "/pull"), number);
    return "{\"number\":%d,\"html_url\":\"%s\"}".formatted(number, address);
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    var body = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  /** What was asked of repositories, each with how it was authorized. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** From now on what is asked below a path is answered so, with all headers of the request. */
  void repeats(String path, int status, Map<String, String> headers) {
    repeating.put(
        "/" + path,
        exchange -> {
          var said = exchange.getRequestHeaders().entrySet().toString();
          var body = said.getBytes(UTF_8);
          exchange.getResponseHeaders().add("X-Request", said);
          exchange.getResponseHeaders().add("Set-Cookie", "a=" + TOKEN);
          headers.forEach(exchange.getResponseHeaders()::add);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
        });
  }

  private void git(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      asked.add(path + " " + exchange.getRequestHeaders().getFirst("Authorization"));
      for (var one : repeating.entrySet()) {
        if (path.startsWith(one.getKey())) {
          one.getValue().handle(exchange);
          return;
        }
      }
      if (!BASIC.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      var sent = exchange.getRequestBody().readAllBytes();
      GitBackend.answer(exchange, root, exchange.getRequestURI().getPath(), sent);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
