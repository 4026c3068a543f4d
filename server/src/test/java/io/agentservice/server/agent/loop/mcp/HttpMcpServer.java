package io.agentservice.server.agent.loop.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** A server of streamable HTTP, with the faults that a test switches on. */
public final class HttpMcpServer implements AutoCloseable {
  /** Requests that came: method, and tool if it is a call. */
  public final List<String> asked = new CopyOnWriteArrayList<>();

  /** Values of {@code Authorization}. */
  public final List<String> keys = new CopyOnWriteArrayList<>();

  public volatile boolean streams;
  public volatile boolean hangs;
  public volatile boolean redirects;
  public volatile boolean breaks;
  public volatile boolean floods;

  /** An event now and then, and never an answer. */
  public volatile boolean drips;

  /** It repeats its secret in what it says of a tool. */
  public volatile boolean tells;

  /** Refuses any other {@code Authorization} with 401; empty: none. */
  public volatile String wants = "";

  /** Refuses with that status; 0 for not. */
  public volatile int refuses;

  public volatile String version = "2025-06-18";
  private final AtomicInteger session = new AtomicInteger(1);
  private final AtomicInteger ended = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpServer server;

  public HttpMcpServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
  }

  public McpEndpoint endpoint(String name, String secret) {
    var headers = List.of(new McpEndpoint.Header("Authorization", "Bearer ", secret));
    return new McpEndpoint(name, new McpEndpoint.Http(url(), headers, null), null);
  }

  /** It knows no session of before any more. */
  public void forgetSessions() {
    session.incrementAndGet();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var message =
          JsonRpc.read(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
      if (redirects) {
        exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
        exchange.sendResponseHeaders(307, -1);
        return;
      }
      if (!wants.isEmpty() && !wants.equals(keys.getLast())) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      if (refuses != 0) {
        exchange.sendResponseHeaders(refuses, -1);
        return;
      }
      String method = message.path("method").asString("");
      String tool = message.path("params").path("name").asString("");
      boolean begins = method.equals("initialize");
      if (!begins
          && !("s" + session).equals(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"))) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      asked.add(tool.isEmpty() ? method : method + " " + tool);
      if (!message.has("id")) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      if (hangs) {
        closed.await(1, TimeUnit.MINUTES);
        return;
      }
      if (breaks && !begins) {
        return; // without a word
      }
      exchange.getResponseHeaders().add("Mcp-Session-Id", "s" + session);
      if (drips && !begins) {
        drip(exchange);
        return;
      }
      answer(exchange, message, method);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until the client has gone, or the test is over. */
  private void drip(HttpExchange exchange) throws IOException, InterruptedException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      while (!closed.await(100, TimeUnit.MILLISECONDS)) {
        out.write(
            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n"
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }

  private String told() {
    String key = tells ? keys.getLast().replace("Bearer ", "") : "issue";
    return "{\"name\":\"create issue\",\"description\":\"Makes an %s\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"%s\":{}}}}"
        .formatted(key, key);
  }

  private void answer(HttpExchange exchange, ObjectNode message, String method) throws IOException {
    String result =
        switch (method) {
          case "initialize" ->
              "{\"protocolVersion\":\"" + version + "\",\"capabilities\":{},\"serverInfo\":{}}";
          case "tools/list" ->
              message.path("params").has("cursor")
                  ? "{\"tools\":[{\"name\":\"get\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":{\"type\":\"object\"}}]}"
                  : "{\"tools\":[" + told() + "],\"nextCursor\":\"2\"}";
          default -> {
            String text =
                floods
                    ? "x".repeat(5 << 20)
                    : "made by " + keys.getLast() + " " + ended.incrementAndGet();
            yield "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
          }
        };
    String answer =
        "{\"jsonrpc\":\"2.0\",\"id\":" + message.path("id") + ",\"result\":" + result + "}";
    exchange
        .getResponseHeaders()
        .add("Content-Type", streams ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      String body =
          streams
              ? ": hello\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: "
                  + answer
                  + "\n\n"
              : answer;
      out.write(body.getBytes(StandardCharsets.UTF_8));
      if (streams) {
        out.flush();
        closed.await(2, TimeUnit.SECONDS); // a stream that stays open is left by the client
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
