package io.agentservice.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.agentservice.llm.ChatMessage;
import io.agentservice.llm.LlmException;
import io.agentservice.llm.LlmException.Kind;
import io.agentservice.llm.Prompt;
import io.agentservice.llm.TextListener;
import io.agentservice.llm.models.LlmSettings;
import io.agentservice.llm.models.Llms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever stops a session interrupts its thread; the provider must not go on writing then. */
class CancelledCallsTest {

  private static final String BEGINNING =
      """
      HTTP/1.1 200 OK\r
      Content-Type: text/event-stream\r
      \r
      data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}

      """;

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", BEGINNING})
  void anInterruptEndsTheCallAndItsConnection(String answered) throws Exception {
    var asked = new CountDownLatch(1);
    var hungUp = new CompletableFuture<Boolean>();
    try (var listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        var llms = new Llms(settings(listener.getLocalPort()))) {
      Thread.ofVirtual().start(() -> answer(listener, answered, asked, hungUp));
      var failure = new CompletableFuture<LlmException>();
      var prompt = new Prompt("", List.of(ChatMessage.user("Hello")), List.of(), 100);
      var caller =
          Thread.ofVirtual()
              .start(() ->
                  failure.complete(
                      catchThrowableOfType(
                          LlmException.class,
                          () -> llms.defaultLlm().complete(prompt, TextListener.NONE))));
      assertThat(asked.await(120, TimeUnit.SECONDS)).isTrue();

      caller.interrupt();

      assertThat(failure.get(120, TimeUnit.SECONDS).kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(hungUp.get(120, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static LlmSettings settings(int port) {
    return LlmSettings.from(
        Map.of("AGENT_MODEL", "openai:x", "OPENAI_BASE_URL", "http://127.0.0.1:" + port));
  }

  /** Reads until the other side hangs up. */
  private static void answer(
      ServerSocket listener,
      String answer,
      CountDownLatch asked,
      CompletableFuture<Boolean> hungUp) {
    try (var socket = listener.accept()) {
      var in = socket.getInputStream();
      var request = new StringBuilder();
      for (int octet = in.read(); octet >= 0; octet = in.read()) {
        request.append((char) octet);
        if (request.toString().endsWith("]}")) {
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
          asked.countDown();
        }
      }
      hungUp.complete(true);
    } catch (IOException e) {
      hungUp.complete(e.getMessage().contains("reset"));
    }
  }
}
