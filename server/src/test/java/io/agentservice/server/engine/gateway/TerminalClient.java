package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.http.answers.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One who looks at a terminal, as a browser or a program would. */
final class TerminalClient implements WebSocket.Listener {
  final BlockingQueue<JsonNode> texts = new LinkedBlockingQueue<>();
  final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> bytes = new LinkedBlockingQueue<>();
  private final StringBuilder seen = new StringBuilder();
  private final StringBuilder part = new StringBuilder();
  final WebSocket socket;

  /** Throws what the upgrade was refused with. */
  TerminalClient(HttpClient http, String address, Map<String, String> headers) throws Throwable {
    this(http, address, "agent-terminal.v1", headers);
  }

  /** The same for another subprotocol. */
  TerminalClient(HttpClient http, String address, String protocol, Map<String, String> headers)
      throws Throwable {
    var builder = http.newWebSocketBuilder().subprotocols(protocol);
    headers.forEach(builder::header);
    try {
      socket =
          builder
              .buildAsync(URI.create(address.replaceFirst("http", "ws")), this)
              .orTimeout(120, TimeUnit.SECONDS)
              .join();
    } catch (CompletionException e) {
      throw e.getCause();
    }
  }

  void type(String text) {
    socket
        .sendBinary(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true)
        .orTimeout(120, TimeUnit.SECONDS)
        .join();
  }

  void say(String json) {
    socket.sendText(json, true).orTimeout(120, TimeUnit.SECONDS).join();
  }

  /** The next text, which must be of that type. */
  JsonNode hear(String type) throws InterruptedException {
    var text = texts.poll(120, TimeUnit.SECONDS);
    if (text == null || !text.path("type").asString("").equals(type)) {
      throw new AssertionError("no " + type + " but " + text);
    }
    return text;
  }

  /** All bytes so far, once they end so. */
  String seen(String ending) throws InterruptedException {
    while (!seen.toString().endsWith(ending)) {
      var piece = bytes.poll(120, TimeUnit.SECONDS);
      if (piece == null) {
        throw new AssertionError("seen " + seen);
      }
      seen.append(piece);
    }
    return seen.toString();
  }

  int closeCode() throws InterruptedException {
    var code = closes.poll(120, TimeUnit.SECONDS);
    if (code == null) {
      throw new AssertionError("not closed");
    }
    return code;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      texts.add(Json.MAPPER.readTree(part.toString()));
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    bytes.add(StandardCharsets.UTF_8.decode(data).toString());
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closes.add(code);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closes.add(1006);
  }
}
