package io.agentservice.cli.acp;

import io.agentservice.cli.session.EventFollower;
import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.SseStream;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.wire.json.JsonException;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Follows what the model of a session is writing, until it is closed. */
final class LiveText implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final SessionClient sessions;
  private final String session;
  private final LongSupplier after;
  private final Consumer<JsonObject> reader;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable SseStream current;

  /** {@code after}: the last event that is known; {@code reader} is given each piece. */
  LiveText(
      SessionClient sessions, String session, LongSupplier after, Consumer<JsonObject> reader) {
    this.sessions = sessions;
    this.session = session;
    this.after = after;
    this.reader = reader;
  }

  LiveText on(Executor threads) {
    threads.execute(() -> {
      try {
        follow();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    });
    return this;
  }

  /** The service ends a stream after some minutes; what is written meanwhile is not kept. */
  private void follow() throws InterruptedException {
    int failures = 0;
    Duration pause;
    do {
      long begun = System.nanoTime();
      try {
        read();
        failures = 0;
        boolean lasted = System.nanoTime() - begun > PAUSE.toNanos();
        pause = lasted ? Duration.ZERO : PAUSE;
      } catch (ClientException e) {
        failures++;
        if (!e.passing() || failures >= EventFollower.TRIES) {
          return; // the text comes with the events
        }
        pause = EventFollower.pause(e);
      }
    } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void read() {
    try (var stream = sessions.live(session, after.getAsLong())) {
      current = stream;
      for (var text = next(stream); text != null; text = next(stream)) {
        var piece = JsonObject.parse(text);
        if (piece.text("stream") != null) {
          reader.accept(piece);
        }
      }
    } catch (JsonException _) {
      // begun anew
    }
  }

  private @Nullable String next(SseStream stream) {
    return closed.getCount() == 0 ? null : stream.next();
  }

  @Override
  public void close() {
    closed.countDown();
    var stream = current;
    if (stream != null) {
      stream.close();
    }
  }
}
