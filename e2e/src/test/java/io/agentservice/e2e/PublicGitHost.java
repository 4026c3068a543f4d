package io.agentservice.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Serves the repositories below a directory to everybody, by git's own {@code http-backend}. */
final class PublicGitHost implements AutoCloseable {
  private final Path root;
  private final HttpServer http;
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicLong fetched = new AtomicLong();
  private final Semaphore gate = new Semaphore(0);
  private volatile boolean holding;

  PublicGitHost(Path root) throws IOException {
    this.root = Files.createDirectories(root);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  String address(String path) {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/" + path;
  }

  /** How often contents were asked for. */
  int fetches() {
    return fetches.get();
  }

  /** How many bytes of contents were sent. */
  long fetched() {
    return fetched.get();
  }

  /** From now on contents wait until {@link #letGo}. */
  void hold() {
    holding = true;
  }

  void letGo() {
    holding = false;
    gate.release(1000);
  }

  /** A repository with one commit of a file. */
  void repository(String path, String file, String content) throws Exception {
    var bare = root.resolve(path + ".git");
    var work = root.resolve("work").resolve(path);
    git("init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
    git("init", "--quiet", "--initial-branch=main", work.toString());
    Files.writeString(work.resolve(file), content);
    git("-C", work.toString(), "add", "--all");
    git("-C", work.toString(), "commit", "--quiet", "--message=first");
    git("-C", work.toString(), "push", "--quiet", bare.toString(), "main");
  }

  static void git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + said);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] sent = exchange.getRequestBody().readAllBytes();
      boolean fetch = new String(sent, StandardCharsets.ISO_8859_1).contains("command=fetch");
      if (fetch) {
        fetches.incrementAndGet();
        if (holding) {
          gate.acquireUninterruptibly();
        }
      }
      serve(exchange, sent, fetch);
    }
  }

  private void serve(HttpExchange exchange, byte[] sent, boolean fetch) throws IOException {
    var uri = exchange.getRequestURI();
    var builder = new ProcessBuilder("git", "http-backend");
    builder
        .environment()
        .putAll(
            Map.of(
                "GIT_PROJECT_ROOT", root.toString(),
                "GIT_HTTP_EXPORT_ALL", "1",
                "PATH_INFO", uri.getPath().replaceFirst("(/acme/[^./]+)/", "$1.git/"),
                "QUERY_STRING", uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                "REQUEST_METHOD", exchange.getRequestMethod(),
                "CONTENT_LENGTH", String.valueOf(sent.length)));
    forward(exchange, "Content-Type", "CONTENT_TYPE", builder);
    forward(exchange, "Content-Encoding", "HTTP_CONTENT_ENCODING", builder);
    forward(exchange, "Git-Protocol", "HTTP_GIT_PROTOCOL", builder);
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
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
      byte[] body = in.readAllBytes();
      fetched.addAndGet(fetch ? body.length : 0);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void forward(
      HttpExchange exchange, String header, String variable, ProcessBuilder builder) {
    var value = exchange.getRequestHeaders().getFirst(header);
    if (value != null) {
      builder.environment().put(variable, value);
    }
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
    letGo();
    http.stop(0);
  }
}
