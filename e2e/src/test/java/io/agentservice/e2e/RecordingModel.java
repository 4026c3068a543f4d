package io.agentservice.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A model in OpenAI's format that makes the calls it was told to, and records what it is sent. */
final class RecordingModel implements AutoCloseable {
  private final Queue<JsonObject> calls = new ConcurrentLinkedQueue<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  RecordingModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/chat/completions", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** The next answer calls this tool; {@code arguments} is JSON. */
  void call(String tool, String arguments) {
    calls.add(JsonObject.of("name", tool, "arguments", arguments));
  }

  /** Everything that it was sent. */
  String seen() {
    return String.join("\n", requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    var call = calls.poll();
    if (call == null) {
      exchange.sendResponseHeaders(500, -1);
      return;
    }
    var stream =
        """
        data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_%d","function":%s}]}}]}

        data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":9}}

        data: [DONE]

        """
            .formatted(requests.size(), call.toJson());
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      out.write(stream.getBytes(UTF_8));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
