package io.agentservice.bench;

import io.agentservice.wire.fleet.QueueEntry;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.ToRemote;
import io.agentservice.wire.frames.ToServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A remote without a machine: every command ends at once with status 0. */
final class ScriptedRemote implements WebSocket.Listener, AutoCloseable {
  private static final ToServer.Hello HELLO =
      new ToServer.Hello("0".repeat(64), "linux", "/srv", List.of("exec"), List.of());

  private final AtomicLong commands;
  private final Consumer<String> lost;
  private final StringBuilder text = new StringBuilder();
  private final WebSocket socket;
  private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);
  private volatile boolean over;

  private ScriptedRemote(
      HttpClient http, QueueEntry claim, AtomicLong commands, Consumer<String> lost) {
    this.commands = commands;
    this.lost = lost;
    String base = String.valueOf(claim.status().gatewayUrl());
    socket =
        http.newWebSocketBuilder()
            .header("Authorization", "Bearer " + claim.status().connectToken())
            .subprotocols("agent-remote.v1")
            .buildAsync(URI.create(base + "/sessions/" + claim.metadata().sessionId()), this)
            .orTimeout(60, TimeUnit.SECONDS)
            .join();
    say(HELLO);
  }

  /** {@code lost} hears why the connection ends before {@link #close}. */
  static ScriptedRemote connect(
      HttpClient http, QueueEntry claim, AtomicLong commands, Consumer<String> lost) {
    return new ScriptedRemote(http, claim, commands, lost);
  }

  /** Frames go out one after the other. */
  private synchronized void say(ToServer frame) {
    String json = Frames.write(frame);
    sent = sent.thenCompose(_ -> socket.sendText(json, true));
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      String frame = text.toString();
      text.setLength(0);
      if (Frames.readToRemote(frame) instanceof ToRemote.Exec exec) {
        commands.incrementAndGet();
        say(new ToServer.Started(exec.id(), 1));
        say(new ToServer.Exited(exec.id(), ToServer.Outcome.EXITED, 0, 0, 0, false));
      }
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    tell(String.format(Locale.ROOT, "closed with %d %s", code, reason));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    tell(error.toString());
  }

  private void tell(String why) {
    if (!over) {
      over = true;
      lost.accept(why);
    }
  }

  @Override
  public void close() {
    over = true;
    socket.abort();
  }
}
