package io.agentservice.server.agent.machines.servers;

import io.agentservice.server.agent.machines.servers.MachinePlaces.Place;
import io.agentservice.server.base.http.answers.Talk;
import io.agentservice.server.base.http.answers.Waits;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries what is said between a viewer and another server. One message at a time is held: who
 * takes nothing is not read for either.
 */
final class Relay implements Talk, WebSocket.Listener {
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final Duration TAKES = Duration.ofSeconds(60);
  private static final int GOING_AWAY = 1001;

  /** Not all codes that are heard may be said: over, not allowed, failed, try later. */
  private static final Set<Integer> PASSED_ON = Set.of(1000, 1008, 1011, 1013);

  private static final int MOST_TEXT = 64 << 10;

  private final OtherServers servers;
  private final Supplier<Place> place;
  private final ServerCall call;
  private final String protocol;
  private final CompletableFuture<WebSocket> other = new CompletableFuture<>();

  /** One is asked for at a time; beside it there is room for the end. */
  private final BlockingQueue<Said> said = new ArrayBlockingQueue<>(2);

  private final StringBuilder part = new StringBuilder();
  private volatile long heardAt = System.nanoTime();

  /** A text, bytes, or how it ends. */
  private sealed interface Said {
    record Text(String text) implements Said {}

    record Bytes(ByteBuffer bytes) implements Said {}

    record End(int code, String reason) implements Said {}
  }

  Relay(OtherServers servers, Supplier<Place> place, ServerCall call, String protocol) {
    this.servers = servers;
    this.place = place;
    this.call = call;
    this.protocol = protocol;
  }

  @Override
  public void run(Peer peer, Waits waits) throws InterruptedException {
    WebSocket there;
    try {
      there = servers.connect(place.get(), call, protocol, this).join();
    } catch (RuntimeException e) { // out of reach, or nobody knows where it is
      other.completeExceptionally(e);
      peer.close(GOING_AWAY, "connect again");
      return;
    }
    other.complete(there);
    try {
      carry(there, peer, waits);
    } finally {
      there.abort();
    }
  }

  private void carry(WebSocket there, Peer peer, Waits waits) throws InterruptedException {
    while (peer.isOpen() && !waits.isOver() && System.nanoTime() - heardAt < SILENCE.toNanos()) {
      var next = new Said[1];
      waits.on(() -> next[0] = said.poll(Peer.BEAT_SECONDS, TimeUnit.SECONDS));
      switch (next[0]) {
        case Said.Text(String text) -> {
          peer.send(text);
          there.request(1);
        }
        case Said.Bytes(ByteBuffer bytes) -> {
          peer.send(bytes);
          there.request(1);
        }
        case Said.End(int code, String reason) -> peer.close(code, reason);
        case null -> {}
      }
      peer.beat();
    }
  }

  @Override
  public void text(String text) {
    pass(there -> there.sendText(text, true));
  }

  @Override
  public void bytes(ByteBuffer bytes) {
    pass(there -> there.sendBinary(bytes, true));
  }

  @FunctionalInterface
  private interface Sending {
    CompletableFuture<WebSocket> by(WebSocket there);
  }

  private void pass(Sending sending) {
    try {
      other.thenCompose(sending::by).orTimeout(TAKES.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException _) {
      closed();
    }
  }

  @Override
  public void closed() {
    end(GOING_AWAY, "connect again");
  }

  private void end(int code, String reason) {
    var _ = said.offer(new Said.End(code, reason));
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket there, CharSequence text, boolean last) {
    heardAt = System.nanoTime();
    part.append(text);
    if (part.length() > MOST_TEXT) {
      end(GOING_AWAY, "connect again");
    } else if (last) {
      var _ = said.offer(new Said.Text(part.toString()));
      part.setLength(0);
    } else {
      there.request(1);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket there, ByteBuffer bytes, boolean last) {
    heardAt = System.nanoTime();
    var copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    var _ = said.offer(new Said.Bytes(copy));
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket there, ByteBuffer payload) {
    heardAt = System.nanoTime();
    there.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket there, int code, String reason) {
    if (PASSED_ON.contains(code)) {
      end(code, reason);
    } else {
      end(GOING_AWAY, "connect again");
    }
    return null;
  }

  @Override
  public void onError(WebSocket there, Throwable cause) {
    end(GOING_AWAY, "connect again");
  }
}
