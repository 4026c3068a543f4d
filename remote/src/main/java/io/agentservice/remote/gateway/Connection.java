package io.agentservice.remote.gateway;

import io.agentservice.remote.base.Log;
import io.agentservice.wire.frames.Frames;
import io.agentservice.wire.frames.OutputFrame;
import io.agentservice.wire.frames.ToServer;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One websocket to the gateway. The receiver gets frames one by one, in order; sending goes through
 * a bounded queue. It ends once: by the peer, silence, a failure or {@link #end}.
 *
 * <p>What comes is only put aside by the methods of the listener, which Java calls on the thread
 * that reads the socket ({@link Gateway}): the end of a connection that is read while a listener
 * still runs is lost (JDK 25, {@code TransportImpl.acknowledgeReception}), and was noticed by
 * silence only.
 */
final class Connection implements WebSocket.Listener {
  private static final int QUEUE = 32;

  /** Characters that are put aside before the server has to wait; a frame may have more alone. */
  private static final int MOST_WAITING = 1 << 20;

  private static final Duration SEND_LIMIT = Duration.ofSeconds(45);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);
  private static final Duration TELLING_LIMIT = Duration.ofSeconds(1);

  private final Consumer<String> receiver;
  private final Supplier<List<ToServer.Denied>> denials;
  private final ArrayBlockingQueue<Outgoing> queue = new ArrayBlockingQueue<>(QUEUE);
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final LinkedBlockingQueue<Incoming> inbox = new LinkedBlockingQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final CountDownLatch received = new CountDownLatch(1);
  private final StringBuilder text = new StringBuilder();
  private volatile @Nullable WebSocket socket;

  /** {@code denials}: what of the network was denied since the last call. */
  Connection(Consumer<String> receiver, Supplier<List<ToServer.Denied>> denials) {
    this.receiver = receiver;
    this.denials = denials;
  }

  /** How often to ping, and how long a silence means that the peer is lost. */
  record Liveness(Duration ping, Duration silence) {
    private static final int STANDARD_SECONDS = 45;

    /** Three pings within the silence that the server names; null or 0: it names none. */
    static Liveness of(@Nullable Integer silenceSeconds) {
      int seconds =
          silenceSeconds == null || silenceSeconds < 1 ? STANDARD_SECONDS : silenceSeconds;
      return new Liveness(Duration.ofSeconds(seconds).dividedBy(3), Duration.ofSeconds(seconds));
    }
  }

  private sealed interface Incoming {}

  private record Frame(String json) implements Incoming {}

  private record Over(End how) implements Incoming {}

  private sealed interface Outgoing {}

  private record Text(String json) implements Outgoing {}

  private record Binary(ByteBuffer bytes) implements Outgoing {}

  /** Blocks while the queue is full; does nothing after the end. */
  void send(ToServer frame) throws InterruptedException {
    if (frame instanceof ToServer.Exited
        || frame instanceof ToServer.Progress
        || frame instanceof ToServer.Browsed) {
      for (var denied : denials.get()) {
        put(new Text(Frames.write(denied)));
      }
    }
    put(new Text(Frames.write(frame)));
  }

  /** As {@link #send(ToServer)}, for a piece of output. */
  void send(OutputFrame frame) throws InterruptedException {
    put(new Binary(frame.encode()));
  }

  private void put(Outgoing message) throws InterruptedException {
    while (!end.isDone() && !queue.offer(message, 1, TimeUnit.SECONDS)) {
      // full: the peer is slow; the writer gives up on it in time
    }
  }

  boolean isOver() {
    return end.isDone();
  }

  /** Runs what is quick once the connection has ended, at once if it has. */
  void whenOver(Runnable action) {
    var _ = end.thenRun(action);
  }

  void end(End how) {
    end.complete(how);
  }

  End awaitEnd() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes the socket: politely with 1000, or at once when the peer is gone. */
  void close(boolean politely) {
    var open = socket;
    if (open == null) {
      return;
    }
    try {
      if (politely && !open.isOutputClosed()) {
        open.sendClose(WebSocket.NORMAL_CLOSURE, "")
            .get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      Log.info("the gateway did not take the close");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.abort();
    }
  }

  private volatile long heardAt = System.nanoTime();

  /** From now on pings the server, and ends the connection when nothing is heard of it. */
  void watch(Liveness liveness) {
    var open = socket;
    if (open != null) {
      Thread.ofVirtual().name("gateway-liveness").start(() -> watch(open, liveness));
    }
  }

  @Override
  public void onOpen(WebSocket webSocket) {
    socket = webSocket;
    heard();
    Thread.ofVirtual().name("gateway-writer").start(() -> write(webSocket));
    Thread.ofVirtual().name("gateway-receiver").start(() -> receive(webSocket));
    whenOver(() -> inbox.add(new Over(new End.Lost("over"))));
    webSocket.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
    heard();
    text.append(data);
    if (text.length() > Frames.MAX_TEXT_BYTES) {
      var _ = webSocket.sendClose(1009, "frame too large"); // a courtesy
      end(new End.Lost("a frame was too large"));
      return null;
    }
    if (!last) {
      webSocket.request(1);
      return null;
    }
    var json = text.toString();
    text.setLength(0);
    text.trimToSize();
    long all = waiting.addAndGet(json.length());
    inbox.add(new Frame(json));
    if (all <= MOST_WAITING) {
      webSocket.request(1);
    }
    return null;
  }

  /** Carries out what was put aside, in order, the end too. */
  private void receive(WebSocket webSocket) {
    try {
      while (true) {
        switch (inbox.take()) {
          case Frame(var json) -> {
            if (!isOver()) { // else the server, or another one, will ask again
              receiver.accept(json);
            }
            long left = waiting.addAndGet(-json.length());
            if (left <= MOST_WAITING && left + json.length() > MOST_WAITING) {
              webSocket.request(1); // which onText has not
            }
          }
          case Over(var how) -> {
            end(how);
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      received.countDown();
    }
  }

  /** Waits until nothing of it is carried out any more, so that the next one comes after it. */
  boolean awaitReceived(Duration limit) throws InterruptedException {
    return received.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
    heard(); // the server has none to send; a newer one may
    webSocket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket webSocket, ByteBuffer message) {
    heard();
    webSocket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
    heard();
    webSocket.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
    inbox.add(new Over(CloseCodes.meaning(code)));
    return null;
  }

  @Override
  public void onError(WebSocket webSocket, Throwable error) {
    inbox.add(new Over(new End.Lost("network: " + error.getClass().getSimpleName())));
  }

  private void heard() {
    heardAt = System.nanoTime();
  }

  private void write(WebSocket webSocket) {
    try {
      while (!isOver()) {
        var message = queue.poll(1, TimeUnit.SECONDS);
        if (message != null) {
          var sent =
              switch (message) {
                case Text out -> webSocket.sendText(out.json(), true);
                case Binary out -> webSocket.sendBinary(out.bytes(), true);
              };
          sent.get(SEND_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (ExecutionException | TimeoutException | CompletionException e) {
      endUnlessTold(new End.Lost("the gateway takes nothing any more"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What can't be sent any more may be so because the server is just telling why. */
  private void endUnlessTold(End how) {
    try {
      if (!waitForEnd(TELLING_LIMIT)) {
        end(how);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch(WebSocket webSocket, Liveness liveness) {
    try {
      while (!isOver()) {
        var silent = liveness.silence().minusNanos(System.nanoTime() - heardAt);
        if (waitForEnd(silent.compareTo(liveness.ping()) < 0 ? silent : liveness.ping())) {
          return;
        }
        if (System.nanoTime() - heardAt >= liveness.silence().toNanos()) {
          end(new End.Lost("silence for " + liveness.silence().toSeconds() + " s"));
          return;
        }
        webSocket
            .sendPing(ByteBuffer.allocate(0))
            .get(liveness.silence().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      end(new End.Lost("a ping could not be sent"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean waitForEnd(Duration limit) throws InterruptedException {
    try {
      end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
