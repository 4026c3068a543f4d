package io.agentservice.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A model server that closes connections as it likes. */
class StaleConnectionsTest {

  /** What becomes of a connection after a request came in by it. */
  private enum Then {
    /** It answers and keeps the connection. */
    ANSWER,
    /** It answers, and closes once the next request has come in, without a word. */
    ANSWER_AND_CLOSE_AT_THE_NEXT,
    /** It closes without a word. */
    CLOSE,
    /** It closes within the first line of its answer. */
    CLOSE_IN_THE_ANSWER
  }

  private final ServerSocket listener = listen();
  private final BlockingQueue<Then> script = new LinkedBlockingQueue<>();
  private final List<String> requests = new ArrayList<>();
  private final Thread acceptor = Thread.ofVirtual().start(this::accept);
  private final Llms llms =
      new Llms(
          LlmSettings.from(
              Map.of(
                  "AGENT_MODEL",
                  "openai:x",
                  "OPENAI_BASE_URL",
                  "http://127.0.0.1:" + listener.getLocalPort() + "/v1")));

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    llms.close();
    listener.close();
    acceptor.join();
  }

  private void accept() {
    while (true) {
      try {
        var socket = listener.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      boolean last = false;
      while (read(socket.getInputStream()) && !last) {
        var then = script.poll();
        last = then == Then.ANSWER_AND_CLOSE_AT_THE_NEXT;
        if (then == null || then == Then.CLOSE) {
          return;
        }
        if (then == Then.CLOSE_IN_THE_ANSWER) {
          socket.getOutputStream().write("HTTP/1.1 2".getBytes(StandardCharsets.US_ASCII));
          return;
        }
        String body =
            """
            {"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}\
            """;
        String answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(body.length(), body);
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  /** False at the end of the connection. */
  private boolean read(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int octet = in.read();
      if (octet < 0) {
        return false;
      }
      head.append((char) octet);
    }
    int length =
        head.toString()
            .lines()
            .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
            .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
            .findFirst()
            .orElse(0);
    in.readNBytes(length);
    synchronized (requests) {
      requests.add(head.toString());
    }
    return true;
  }

  private String ask() {
    var prompt = new Prompt("", List.of(ChatMessage.user("Hello")), List.of(), 100);
    return llms.defaultLlm().complete(prompt, TextListener.NONE).text();
  }

  private LlmException failure() {
    return catchThrowableOfType(LlmException.class, this::ask);
  }

  private int requests() {
    synchronized (requests) {
      return requests.size();
    }
  }

  @Test
  void aKeptConnectionThatTheServerHasClosedCostsNoFailedTry() {
    script.addAll(List.of(Then.ANSWER_AND_CLOSE_AT_THE_NEXT, Then.ANSWER));

    assertThat(ask()).isEqualTo("Hi");
    assertThat(ask()).isEqualTo("Hi");
    assertThat(requests()).isEqualTo(3);
  }

  @Test
  void aNewConnectionThatIsClosedIsAFailureInReadableWords() {
    script.add(Then.CLOSE);

    assertThat(failure())
        .returns(Kind.UNREACHABLE, LlmException::kind)
        .hasMessage("openai:x: not reachable: the server closed the connection without an answer");
    assertThat(requests()).isEqualTo(1);
  }

  @Test
  void theCallIsMadeAgainOnceOnly() {
    script.addAll(List.of(Then.ANSWER_AND_CLOSE_AT_THE_NEXT, Then.CLOSE));

    assertThat(ask()).isEqualTo("Hi");
    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(requests()).isEqualTo(3);
  }

  @Test
  void whereAnAnswerHasBegunNothingIsAskedAgain() {
    script.addAll(List.of(Then.ANSWER, Then.CLOSE_IN_THE_ANSWER));

    assertThat(ask()).isEqualTo("Hi");
    assertThat(failure().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void whereThereIsNobodyOneLineSaysSo() throws Exception {
    listener.close();

    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(failure()).hasMessage("openai:x: not reachable: Connection refused"));
  }
}
