package io.agentservice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * A model in OpenAI's streaming format: some calls of {@code true}, then {@code finish}; stateless.
 */
final class ModelServer implements AutoCloseable {
  private static final Pattern RESULT = Pattern.compile("\"tool_call_id\"");

  static {
    // Else each answer of the JDK's server waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final int steps;
  private final Duration latency;

  ModelServer(int steps) throws IOException {
    this(steps, Duration.ZERO);
  }

  /** One that takes its time for every answer. */
  ModelServer(int steps, Duration latency) throws IOException {
    this.steps = steps;
    this.latency = latency;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/chat/completions", this::answer);
    server.start();
  }

  /** Settings of an agent server that has this for its model. */
  Map<String, String> settings() {
    return Map.of(
        "AGENT_MODEL", "openai:bench",
        "AGENT_MODEL_PRICE", "0,0,0,0",
        "AGENT_OPENAI_BASE_URL", "http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  private void answer(HttpExchange exchange) throws IOException {
    var request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    long step = RESULT.matcher(request).results().count();
    LockSupport.parkNanos(latency.toNanos());
    // With another argument each time, or the service would ask whether the agent is stuck.
    var call =
        step < steps
            ? call(step, "bash", "{\\\"command\\\":\\\"true " + step + "\\\"}")
            : call(step, "finish", "{\\\"summary\\\":\\\"done\\\"}");
    var stream =
        "data: "
            + call
            + "\n\ndata: "
            + """
            {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":100,"completion_tokens":10}}\
            """
            + "\n\ndata: [DONE]\n\n";
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      out.write(stream.getBytes(UTF_8));
    }
  }

  private static String call(long step, String tool, String arguments) {
    return """
    {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_%d","function":{"name":"%s","arguments":"%s"}}]}}]}\
    """
        .formatted(step, tool, arguments);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
