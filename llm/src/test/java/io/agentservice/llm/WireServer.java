package io.agentservice.llm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.llm.answers.ToolInput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A real HTTP server that plays a model provider: it answers requests from a script, in the
 * provider's own streaming format, and remembers what it was asked. Used by every test that needs a
 * model on the network. Once the script is used up, the {@linkplain #otherwise fallback} answers,
 * by default with status 500.
 */
public abstract class WireServer implements AutoCloseable {

  static {
    // Else each answer waits 40 ms for an acknowledgement. Read once, when the JDK's server loads.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  static final JsonMapper JSON = JsonMapper.builder().build();

  /** A request as it came in; header names in lower case. */
  public record Request(String path, Map<String, String> headers, JsonNode body) {}

  /** Answers one request. */
  private interface Answer {
    void send(Request request, HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Answer> script = new LinkedBlockingQueue<>();
  private final List<Request> requests = new ArrayList<>();
  private final Set<InetSocketAddress> peers = new HashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Function<Request, Reply> fallback;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile long window = Long.MAX_VALUE;

  WireServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** What to give as the provider's base URL. */
  public String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + basePath();
  }

  /** Settings under which {@code model} of this server is the default. */
  public abstract Map<String, String> settings(String model);

  abstract String basePath();

  abstract String completionPath();

  /** The stream's events up to, but without, those that end a reply. */
  abstract List<String> eventsOf(Reply reply);

  /** The events that end a reply. */
  abstract List<String> endOf(Reply reply);

  abstract ObjectNode errorBody(String code, String message);

  /** Next: this whole reply, streamed in small pieces. */
  public WireServer reply(Reply reply) {
    script.add((request, exchange) -> stream(exchange, reply, true));
    return this;
  }

  /** Next: some text, end of turn. */
  public WireServer say(String text) {
    return reply(
        new Reply(
            List.of(new Part.Text(text)),
            Stop.END_TURN,
            new Usage(10, 5, 0, 0),
            "test-model",
            List.of()));
  }

  /** Next: the agent's tool to ask the user is called, which ends its turn. */
  public WireServer ask(String question) {
    var input = JSON.createObjectNode().put("question", question);
    return call("ask_" + asked.incrementAndGet(), "ask", input.toString());
  }

  /** Next: one tool call; {@code input} is JSON, or not, to test that. */
  public WireServer call(String id, String tool, String input) {
    return reply(
        new Reply(
            List.of(new Part.ToolUse(id, tool, ToolInput.read(input))),
            Stop.TOOL_USE,
            new Usage(10, 5, 0, 0),
            "test-model",
            List.of()));
  }

  /** Next: an error as the provider writes them. */
  public WireServer fail(int status, String code, String message) {
    script.add((request, exchange) ->
        send(exchange, status, "application/json", errorBody(code, message).toString()));
    return this;
  }

  /** Next: 429 that asks to come back later. */
  public WireServer busy(Duration retryAfter) {
    script.add((request, exchange) -> {
      exchange.getResponseHeaders().set("Retry-After", String.valueOf(retryAfter.toSeconds()));
      send(
          exchange, 429, "application/json", errorBody("rate_limit_error", "slow down").toString());
    });
    return this;
  }

  /** Next: 429 with this text as {@code Retry-After}. */
  public WireServer busy(String retryAfter) {
    script.add((request, exchange) -> {
      exchange.getResponseHeaders().set("Retry-After", retryAfter);
      send(
          exchange, 429, "application/json", errorBody("rate_limit_error", "slow down").toString());
    });
    return this;
  }

  /** Next: the beginning of a reply, then the connection is cut. */
  public WireServer cut(String text) {
    script.add((request, exchange) -> {
      stream(exchange, textReply(text), false);
      // Closing the exchange without its last chunk makes the client see a broken stream.
      throw new IOException("cut on purpose");
    });
    return this;
  }

  /** Next: the beginning of a reply, and then a stream that ends in good order. */
  public WireServer stopEarly(String text) {
    script.add((request, exchange) -> {
      stream(exchange, textReply(text), false);
      exchange.close();
    });
    return this;
  }

  /** Next: the beginning of a reply, then silence until this server is closed. */
  public WireServer hang(String text) {
    script.add((request, exchange) -> {
      stream(exchange, textReply(text), false);
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    return this;
  }

  /** Next: whatever this is. */
  public WireServer raw(int status, String contentType, String body) {
    script.add((request, exchange) -> send(exchange, status, contentType, body));
    return this;
  }

  /** From when the script is used up: replies made from the requests, without end. */
  public WireServer otherwise(Function<Request, Reply> replies) {
    fallback = replies;
    return this;
  }

  /** From now on: a request is refused if it, at 4 characters a token, and its reply are longer. */
  public WireServer window(long tokens) {
    window = tokens;
    return this;
  }

  private static long tokens(JsonNode request) {
    return request.toString().length() / 4
        + request.path("max_tokens").asLong(request.path("max_completion_tokens").asLong());
  }

  /** What came in so far, oldest first. */
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /** How many connections requests came in by. */
  public int connections() {
    synchronized (requests) {
      return peers.size();
    }
  }

  /** The newest request. */
  public Request lastRequest() {
    return requests().getLast();
  }

  private void handle(HttpExchange exchange) throws IOException {
    var headers = new TreeMap<String, String>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var request = new Request(exchange.getRequestURI().getPath(), headers, JSON.readTree(text));
    synchronized (requests) {
      requests.add(request);
      peers.add(exchange.getRemoteAddress());
    }
    if (!request.path().equals(completionPath())) {
      send(exchange, 404, "text/plain", "no such path: " + request.path());
      return;
    }
    if (tokens(request.body()) > window) {
      var why =
          "This model's maximum context length is %d tokens. However, you requested %d tokens."
              .formatted(window, tokens(request.body()));
      send(exchange, 400, "application/json", errorBody("context_length_exceeded", why).toString());
      return;
    }
    Answer next = script.poll();
    Function<Request, Reply> always = fallback;
    if (next != null) {
      next.send(request, exchange);
    } else if (always != null) {
      stream(exchange, always.apply(request), true);
    } else {
      send(
          exchange,
          500,
          "application/json",
          errorBody("api_error", "the script of the test is used up").toString());
    }
  }

  private void stream(HttpExchange exchange, Reply reply, boolean whole) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    for (String event : eventsOf(reply)) {
      out.write(event.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
    if (whole) {
      for (String event : endOf(reply)) {
        out.write(event.getBytes(StandardCharsets.UTF_8));
      }
      exchange.close();
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static Reply textReply(String text) {
    return new Reply(
        List.of(new Part.Text(text)), Stop.END_TURN, Usage.NONE, "test-model", List.of());
  }

  /** The text in three pieces, as far as it goes. */
  static List<String> pieces(String text) {
    int third = text.length() / 3;
    return third == 0
        ? List.of(text)
        : List.of(
            text.substring(0, third), text.substring(third, 2 * third), text.substring(2 * third));
  }

  /** What a model would have written for this input. */
  static String inputText(Part.ToolUse use) {
    return use.malformedInput().orElseGet(() -> use.input().toString());
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
