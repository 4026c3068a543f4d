package io.agentservice.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.agentservice.client.ScriptedServer;
import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SseStreamTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private final CountDownLatch over = new CountDownLatch(1);

  @Test
  void dataIsReadAndCommentsAreIgnored() {
    try (var server =
            new ScriptedServer(exchange -> {
              var out = open(exchange);
              write(out, ": keepalive\n\ndata: {\"a\":\"gr");
              write(out, "ün\"}\n\nevent: x\nid: 1\r\ndata:one\r\ndata: two\r\n\r\n: bye\n\n");
              exchange.close();
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      assertThat(stream.next()).isEqualTo("{\"a\":\"grün\"}");
      assertThat(stream.next()).isEqualTo("one\ntwo");
      assertThat(stream.next()).isNull();
      assertThat(stream.next()).isNull();
    }
  }

  @Test
  void characterCutBetweenTwoPacketsIsWhole() {
    try (var server =
            new ScriptedServer(exchange -> {
              var out = open(exchange);
              var bytes = "data: ü\n\n".getBytes(StandardCharsets.UTF_8);
              for (byte b : bytes) {
                out.write(b);
                out.flush();
              }
              exchange.close();
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      assertThat(stream.next()).isEqualTo("ü");
    }
  }

  @Test
  void theLargestEventOfTheServiceIsRead() {
    var prompt = "\u0001".repeat(1 << 20); // the most that a prompt may have, all of it escaped
    var event =
        JsonObject.of("seq", 1, "type", "user_message", "data", JsonObject.of("text", prompt))
            .toJson();
    try (var server =
            new ScriptedServer(exchange -> {
              write(open(exchange), "data: " + event + "\n\n");
              exchange.close();
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      var read = JsonObject.parse(Objects.requireNonNull(stream.next()));
      assertThat(read.object("data").text("text")).isEqualTo(prompt);
    }
  }

  @Test
  void anEventWithoutEndIsABrokenStream() {
    var line = "data: " + "x".repeat(1 << 20) + "\n";
    try (var server =
            new ScriptedServer(exchange -> {
              var out = open(exchange);
              for (int i = 0; i < 20; i++) {
                write(out, line);
              }
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      assertThatThrownBy(stream::next).hasMessageContaining("larger than 16 MiB");
    }
  }

  @Test
  void silenceBeyondTheIdleTimeoutIsABrokenStream() {
    try (var server =
            new ScriptedServer(exchange -> {
              open(exchange);
              await(over);
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, Duration.ofMillis(100))) {
      assertThatThrownBy(stream::next)
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("silent");
    } finally {
      over.countDown();
    }
  }

  @Test
  @SuppressWarnings("try") // closing while it is read is what is tested
  void closingEndsAWaitingReader() throws Exception {
    var result = new ArrayBlockingQueue<String>(1);
    try (var server =
            new ScriptedServer(exchange -> {
              open(exchange);
              await(over);
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      Thread.ofVirtual().start(() -> result.add(String.valueOf(stream.next())));
      stream.close();
      assertThat(result.poll(120, TimeUnit.SECONDS)).isEqualTo("null");
    } finally {
      over.countDown();
    }
  }

  @Test
  @SuppressWarnings("try") // closing while it is read is what is tested
  void closingTheClientBreaksAWaitingReader() throws Exception {
    var result = new ArrayBlockingQueue<String>(1);
    try (var server =
            new ScriptedServer(exchange -> {
              open(exchange);
              await(over);
            });
        var client = server.transport();
        var stream = client.stream("/s", Query.NONE, LONG)) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              result.add(String.valueOf(stream.next()));
            } catch (UnreachableException _) {
              result.add("broken");
            }
          });
      client.close();
      assertThat(result.poll(120, TimeUnit.SECONDS)).isEqualTo("broken");
    } finally {
      over.countDown();
    }
  }

  @Test
  void refusalBeforeTheStreamIsAnApiError() {
    try (var server =
            new ScriptedServer(exchange ->
                ScriptedServer.respond(
                    exchange,
                    400,
                    "{\"detail\":\"Cursor is too old\",\"code\":\"cursor_expired\"}"));
        var client = server.transport()) {
      assertThatThrownBy(() -> client.stream("/s", Query.NONE, LONG))
          .isInstanceOf(ApiException.class)
          .hasMessage("Cursor is too old");
    }
  }

  private static OutputStream open(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
    return exchange.getResponseBody();
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
