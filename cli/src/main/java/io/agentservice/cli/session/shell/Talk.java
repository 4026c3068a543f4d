package io.agentservice.cli.session.shell;

import io.agentservice.wire.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the service says on one connection to a terminal, and how the connection ends. */
final class Talk implements WebSocket.Listener {
  /** How it ended. */
  sealed interface End {
    /** The terminal is over; {@code code}: of its shell, null when that has none. */
    record Over(String reason, @Nullable Integer code) implements End {}

    /** The service closed the connection. */
    record Closed(int code) implements End {}

    /** The connection broke. */
    record Broken() implements End {}

    /** The person goes. */
    record Left() implements End {}
  }

  private final OutputStream shown;
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final CompletableFuture<Void> began = new CompletableFuture<>();
  private final StringBuilder text = new StringBuilder();
  private volatile long heardAt = System.nanoTime();
  private volatile boolean showing;
  private long position;

  /** Shows what the terminal puts out; {@code position}: the place of the first byte. */
  Talk(OutputStream shown, long position) {
    this.shown = shown;
    this.position = position;
  }

  CompletableFuture<End> end() {
    return end;
  }

  /** Done when something has been shown, or it ended without. */
  CompletableFuture<?> beganOrEnded() {
    return CompletableFuture.anyOf(began, end);
  }

  /** The place of the next byte in all that the terminal puts out. */
  long position() {
    return position;
  }

  /** For how long nothing has come; none while the person's screen takes its time. */
  Duration silence() {
    return showing ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - heardAt);
  }

  @Override
  public void onOpen(WebSocket socket) {
    heardAt = System.nanoTime(); // connecting may have taken long
    socket.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
    var bytes = new byte[data.remaining()];
    data.get(bytes);
    showing = true;
    try {
      shown.write(bytes);
      shown.flush();
      position += bytes.length;
      began.complete(null);
      socket.request(1);
    } catch (IOException e) {
      end.complete(new End.Left()); // nobody reads what is shown
    } finally {
      heardAt = System.nanoTime();
      showing = false;
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    heardAt = System.nanoTime();
    text.append(data);
    if (last) {
      hear(JsonObject.parse(text.toString()));
      text.setLength(0);
    }
    socket.request(1);
    return null;
  }

  private void hear(JsonObject message) {
    switch (message.required("type")) {
      case "start", "lost" -> position = message.number("from", position);
      case "exit" -> {
        long code = message.number("code", -1);
        end.complete(new End.Over(message.required("reason"), code < 0 ? null : (int) code));
      }
      default -> {
        // another viewer's size, or what newer services say
      }
    }
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
    heardAt = System.nanoTime();
    socket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    end.complete(new End.Closed(code));
    return null;
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    end.complete(new End.Broken());
  }
}
