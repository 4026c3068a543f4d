import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.agentservice.client.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A model server in OpenAI's format, as newcomers run one on their machine, whose model knows a few tasks by heart. Prints its
 * address. To be run as a source file, with the libraries of the service on the class path.
 */
final class ModelServer {
  private record Call(String tool, Map<String, Object> input) {}

  private static final Call FINISH = new Call("finish", Map.of("summary", "Done as asked."));

  /** By a word of the last thing that a person said: what the model does then, one call after the other. */
  private static final Map<String, List<Call>> TASKS =
      Map.of(
          "Paint", List.of(new Call("ask", Map.of("question", "Which colour?"))),
          "blue", List.of(bash("echo blue >colour"), FINISH),
          "Wait", List.of(bash("echo begun >begun; sleep 3600")),
          "Go on", List.of(bash("echo done >ended"), FINISH),
          "Print", List.of(bash("head -c 10485760 /dev/zero | tr '\\0' x"), FINISH));

  private static Call bash(String command) {
    return new Call("bash", Map.of("command", command, "timeout_seconds", 3600));
  }

  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", ModelServer::answer);
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    var request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var call = next(JsonObject.parse(request).objects("messages"));
    var function = Map.of("name", call.tool(), "arguments", new JsonObject(call.input()).toJson());
    var toolCall = Map.of("index", 0, "id", "call_" + System.nanoTime(), "type", "function", "function", function);
    var delta = Map.of("role", "assistant", "content", "I go on.", "tool_calls", List.of(toolCall));
    var text =
        chunk(Map.of("index", 0, "delta", delta))
            + chunk(Map.of("index", 0, "delta", Map.of(), "finish_reason", "tool_calls"))
            + "data: [DONE]\n\n";
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
            return task.getValue().get(Math.min(done, task.getValue().size() - 1));
          }
        }
      }
    }
    return FINISH;
  }

  private static String chunk(Map<String, Object> choice) {
    var fields =
        Map.<String, Object>of(
            "id", "c", "object", "chat.completion.chunk", "created", 1, "model", "tiny", "choices", List.of(choice));
    return "data: " + new JsonObject(fields).toJson() + "\n\n";
  }
}
