package io.agentservice.server.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A git provider on a real socket of this machine: answers what a test has put at its paths, a 404
 * elsewhere, and a 401 to whoever does not bring the token.
 */
public final class LocalForge implements AutoCloseable {
  public static final String TOKEN = "token-of-the-local-forge";

  private record Canned(int status, String body, Map<String, String> headers) {
    Canned(int status, String body) {
      this(status, body, Map.of());
    }
  }

  private final HttpServer http;
  private final Map<String, Canned> answers = new ConcurrentHashMap<>();
  private final Map<String, List<String>> sent = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  public LocalForge() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  /** What a connection names. */
  public String host() {
    return "127.0.0.1:" + http.getAddress().getPort();
  }

  /** Answers that path (with its query) with JSON from now on. */
  public void says(String path, String json) {
    says(path, 200, json);
  }

  /** Answers what is sent there (such as {@code POST /path}) with a status and JSON. */
  public void answers(String request, int status, String body) {
    answers.put(request, new Canned(status, body));
  }

  /** The same with headers. */
  public void answers(String request, int status, String body, Map<String, String> headers) {
    answers.put(request, new Canned(status, body, headers));
  }

  /** The bodies of what was sent to a place, such as {@code POST /path}, in order. */
  public List<String> sent(String request) {
    return sent.getOrDefault(request, List.of());
  }

  /** The same with a status. */
  public void says(String path, int status, String body) {
    answers.put(path, new Canned(status, body));
  }

  /** The paths that were asked for with the token, in order. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /** From now on answers wait until {@link #letGo}. */
  public void hold() {
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      String path = exchange.getRequestURI().toString();
      if (!method.equals("GET")) {
        path = method + " " + path;
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        sent.computeIfAbsent(path, _ -> new CopyOnWriteArrayList<>()).add(body);
      }
      var headers = exchange.getRequestHeaders();
      boolean known =
          ("Bearer " + TOKEN).equals(headers.getFirst("Authorization"))
              || TOKEN.equals(headers.getFirst("PRIVATE-TOKEN"));
      var canned =
          known ? answers.getOrDefault(path, new Canned(404, "{}")) : new Canned(401, "{}");
      if (known) {
        asked.add(path);
        pass();
      }
      byte[] body = canned.body().getBytes(StandardCharsets.UTF_8);
      if (canned.status() / 100 == 3) {
        exchange.getResponseHeaders().add("Location", canned.body());
      }
      canned.headers().forEach(exchange.getResponseHeaders()::add);
      exchange.sendResponseHeaders(canned.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void pass() throws IOException {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    letGo();
    http.stop(0);
  }
}
