package io.agentservice.worker.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.worker.health.HealthBoard.State;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers {@code /healthz} and {@code /metrics} from a board, without a credential. */
public final class HealthServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HealthBoard board;

  private record Page(int status, String contentType, String body) {}

  /** Answers from now on; port 0: any free one. Throws when nothing can listen there. */
  public HealthServer(InetSocketAddress address, HealthBoard board) throws IOException {
    this.board = board;
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var page = page(exchange);
      var body = page.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", page.contentType);
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(page.status, head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Page page(HttpExchange exchange) {
    var method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return text(405, "Only GET\n");
    }
    return switch (exchange.getRequestURI().getPath()) {
      case "/healthz" ->
          new Page(
              board.state() == State.UNREACHABLE ? 503 : 200,
              "application/json",
              board.health().toJson() + "\n");
      case "/metrics" -> new Page(200, Exposition.CONTENT_TYPE, board.metrics());
      default -> text(404, "There are /healthz and /metrics\n");
    };
  }

  private static Page text(int status, String body) {
    return new Page(status, "text/plain; charset=utf-8", body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
