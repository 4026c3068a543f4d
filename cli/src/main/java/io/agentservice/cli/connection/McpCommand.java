package io.agentservice.cli.connection;

import io.agentservice.client.AgentClient;
import io.agentservice.client.http.Query;
import io.agentservice.client.http.UnreachableException;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code agent mcp}: the service as an MCP server on standard input and output. */
@Command(
    name = "mcp",
    description = {
      "Serves MCP on standard input and output: other agents start sessions, read and answer them.",
      "Every message goes to the service's /mcp with the key of this login."
    },
    mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer> {
  /** A tool waits for a session 50 s. */
  private static final Duration LONGEST = Duration.ofSeconds(90);

  /** The service takes no more. */
  private static final int MOST_BYTES = 4 << 20;

  private static final int AT_ONCE = 16;
  private static final int FAILED = -32_000;

  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the injected fields before call()
  McpCommand() {}

  @Override
  public Integer call() {
    return connection.callService((client, org) -> {
      try {
        serve(client.withTimeout(LONGEST), org);
        return 0;
      } catch (IOException e) {
        return 1; // nobody speaks to us any more
      }
    });
  }

  /** Until the input ends, and all is answered. */
  private void serve(AgentClient client, String org) throws IOException {
    var out = spec.commandLine().getOut();
    var room = new Semaphore(AT_ONCE);
    var in = new MessageLines(System.in, MOST_BYTES);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var line = in.next(); line != null; line = in.next()) {
        String message = line.text();
        if (message == null) {
          say(out, refusal("", "a message has more than %,d bytes".formatted(MOST_BYTES)));
        } else if (!message.isBlank()) {
          room.acquireUninterruptibly();
          threads.execute(() -> {
            try {
              answer(client, org, message, out);
            } finally {
              room.release();
            }
          });
        }
      }
    }
  }

  private static void answer(AgentClient client, String org, String message, PrintWriter out) {
    String line;
    try {
      var answer = client.request("POST", "/mcp", Query.of("org_id", org), message);
      line =
          answer.status() == 200
              ? answer.body()
              : refusal(message, answer.status() + " " + answer.body());
      if (answer.status() == 202) {
        return;
      }
    } catch (UnreachableException e) {
      line = refusal(message, "the service can't be reached: " + e.getMessage());
    }
    say(out, line);
  }

  private static void say(PrintWriter out, String line) {
    synchronized (out) {
      out.println(line.replace("\n", " "));
      out.flush();
    }
  }

  private static String refusal(String message, String why) {
    Object id = null;
    try {
      id = JsonObject.parse(message).fields().get("id");
    } catch (JsonException _) {
      // without one then
    }
    var error = JsonObject.of("code", FAILED, "message", why);
    return JsonObject.of("jsonrpc", "2.0", "id", id, "error", error).toJson();
  }
}
