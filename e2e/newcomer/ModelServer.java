import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A model server in OpenAI's format, as newcomers run one on their machine, whose model knows a few tasks by heart. Prints its
 * address. To be run as a source file, with the libraries of the service on the class path.
 */
final class ModelServer {
  private record Call(String tool, Map<String, Object> input) {}

  private static final Call FINISH = new Call("finish", Map.of("summary", "Done as asked."));

  /** Where two that work at the same time find each other: walls keep their directories apart. */
  private static final CyclicBarrier MEETING = new CyclicBarrier(2);

  /** By a word of the last thing that a person said: what the model does then, one call after the other. */
  private static final Map<String, List<Call>> TASKS =
      Map.of(
          "Paint", List.of(new Call("ask", Map.of("question", "Which colour?"))),
          "blue", List.of(bash("echo blue >colour"), FINISH),
          "Wait", List.of(bash("echo begun >begun; sleep 3600")),
          "Go on", List.of(bash("echo done >ended"), FINISH),
          "Meet", List.of(bash("printf '%s-%s' met other"), FINISH),
          "Mend", List.of(bash("echo mended | tee lib/tracked >tracked"), FINISH),
          "Print", List.of(bash("head -c 10485760 /dev/zero | tr '\\0' x"), FINISH));

  private static Call bash(String command) {
    return new Call("bash", Map.of("command", command, "timeout_seconds", 3600));
  }

  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/v1/chat/completions", ModelServer::answer);
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    var request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var asked = JsonObject.parse(request);
    if ("small".equals(asked.text("model")) && !fits(request.length() / 4, asked.number("max_tokens", 0), exchange)) {
      return;
    }
    if ("plain".equals(asked.text("model"))) {
      stream(exchange, chunk(Map.of("index", 0, "delta", Map.of("content", "It is 4."), "finish_reason", "stop")));
      return;
    }
    var call = next(asked.objects("messages"));
    var function = Map.of("name", call.tool(), "arguments", new JsonObject(call.input()).toJson());
    var toolCall = Map.of("index", 0, "id", "call_" + System.nanoTime(), "type", "function", "function", function);
    var delta = Map.of("role", "assistant", "content", "I go on.", "tool_calls", List.of(toolCall));
    stream(
        exchange,
        chunk(Map.of("index", 0, "delta", delta))
            + chunk(Map.of("index", 0, "delta", Map.of(), "finish_reason", "tool_calls")));
  }

  /** Whether prompt and reply have room in 4,096 tokens; else it says no, as vLLM does. */
  private static boolean fits(long prompt, long reply, HttpExchange exchange) throws IOException {
    if (prompt + reply <= 4096) {
      return true;
    }
    var why =
        "'max_tokens' or 'max_completion_tokens' is too large: %d. This model's maximum context length is 4096 tokens and your request has %d input tokens."
            .formatted(reply, prompt);
    var body = JsonObject.of("object", "error", "message", why, "type", "BadRequestError").toJson().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(400, body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
    return false;
  }

  private static void stream(HttpExchange exchange, String chunks) throws IOException {
    var text = chunks + "data: [DONE]\n\n";
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (var body = exchange.getResponseBody()) {
      body.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Call next(List<JsonObject> messages) {
    int done = 0;
    for (var message : messages.reversed()) {
      if ("assistant".equals(message.text("role"))) {
        done++;
      } else if ("user".equals(message.text("role"))) {
        var said = message.toJson();
        for (var task : TASKS.entrySet()) {
          if (said.contains(task.getKey())) {
            if (done == 0 && task.getKey().equals("Meet") && !meets()) {
              return bash("printf '%s-%s' stayed alone");
            }
            return task.getValue().get(Math.min(done, task.getValue().size() - 1));
          }
        }
      }
    }
    return FINISH;
  }

  private static boolean meets() {
    try {
      MEETING.await(60, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      return false;
    }
  }

  private static String chunk(Map<String, Object> choice) {
    var fields =
        Map.<String, Object>of(
            "id", "c", "object", "chat.completion.chunk", "created", 1, "model", "tiny", "choices", List.of(choice));
    return "data: " + new JsonObject(fields).toJson() + "\n\n";
  }
}
