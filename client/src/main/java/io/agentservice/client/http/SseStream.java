package io.agentservice.client.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An open stream of server-sent events, read by one thread; {@link #close} may be called from any
 * and ends a waiting {@link #next}. Only {@code data:} matters; comments are signs of life. Bytes
 * are asked for as they are used, so a slow reader slows the sender and needs no memory.
 */
public final class SseStream implements AutoCloseable {
  /** More than twice the largest: a text of 1 MiB, even if six characters stand for each byte. */
  private static final int MAX_EVENT_BYTES = 16 << 20;

  private final URI address;
  private final Duration idleTimeout;
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ArrayDeque<String> ready = new ArrayDeque<>();
  private final StringBuilder event = new StringBuilder();
  private boolean eventHasData;
  private boolean ended;
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean closed;

  private SseStream(URI address, Duration idleTimeout) {
    this.address = address;
    this.idleTimeout = idleTimeout;
  }

  /** What the connection brings: bytes, or its end. */
  private sealed interface Part {
    record Bytes(List<ByteBuffer> buffers) implements Part {}

    record End(@Nullable Throwable cause) implements Part {}
  }

  /** How an answer to the request for a stream may look. */
  sealed interface Body {}

  /** It is one. */
  record Opened(SseStream stream) implements Body {}

  /** It is something else, mostly an error. */
  record NotAStream(String text) implements Body {}

  static BodyHandler<Body> bodyHandler(URI address, Duration idleTimeout) {
    return info -> {
      var type = info.headers().firstValue("Content-Type").orElse("");
      if (info.statusCode() == 200 && type.startsWith("text/event-stream")) {
        return new SseStream(address, idleTimeout).new Receiver();
      }
      return BodySubscribers.mapping(
          BodySubscribers.ofString(StandardCharsets.UTF_8), NotAStream::new);
    };
  }

  /**
   * Waits for the next event.
   *
   * @return its data; null when the service ended the stream cleanly or it was closed here
   * @throws UnreachableException when the connection broke or was silent for the idle timeout
   */
  public @Nullable String next() {
    while (ready.isEmpty()) {
      if (ended || closed) {
        return null;
      }
      switch (take()) {
        case Part.Bytes(var buffers) -> {
          buffers.forEach(this::split);
          demand();
        }
        case Part.End(var cause) -> {
          ended = true;
          if (cause != null && !closed) {
            throw UnreachableException.because(address, cause);
          }
        }
      }
    }
    return ready.poll();
  }

  private Part take() {
    try {
      var part = parts.poll(idleTimeout.toMillis(), TimeUnit.MILLISECONDS);
      if (part != null) {
        return part;
      }
      close();
      throw new UnreachableException(
          address, "the stream was silent for " + idleTimeout.toSeconds() + " s", null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new UnreachableException(address, "interrupted", e);
    }
  }

  private void split(ByteBuffer buffer) {
    while (buffer.hasRemaining()) {
      byte b = buffer.get();
      if (b == '\n') {
        lineEnded(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else if (b != '\r') {
        line.write(b);
        refuseAbove(line.size());
      }
    }
  }

  private void lineEnded(String text) {
    if (text.isEmpty()) {
      if (eventHasData) {
        ready.add(event.toString());
      }
      event.setLength(0);
      eventHasData = false;
    } else if (text.startsWith("data:")) {
      if (eventHasData) {
        event.append('\n');
      }
      event.append(text, text.startsWith("data: ") ? 6 : 5, text.length());
      refuseAbove(event.length());
      eventHasData = true;
    }
  }

  private void refuseAbove(int size) {
    if (size > MAX_EVENT_BYTES) {
      close();
      throw new UnreachableException(address, "an event is larger than 16 MiB", null);
    }
  }

  private void demand() {
    var current = subscription;
    if (current != null && !closed) {
      current.request(1);
    }
  }

  /** Ends the stream; a waiting {@link #next} returns null. */
  @Override
  public void close() {
    closed = true;
    var current = subscription;
    if (current != null) {
      current.cancel();
    }
    parts.add(new Part.End(null));
  }

  /** Called by the connection's thread. */
  private final class Receiver implements BodySubscriber<Body> {

    @Override
    public CompletionStage<Body> getBody() {
      return CompletableFuture.completedStage(new Opened(SseStream.this));
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      if (closed) {
        given.cancel();
      } else {
        given.request(1);
      }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      parts.add(new Part.Bytes(buffers));
    }

    @Override
    public void onError(Throwable cause) {
      parts.add(new Part.End(cause));
    }

    @Override
    public void onComplete() {
      parts.add(new Part.End(null));
    }
  }
}
