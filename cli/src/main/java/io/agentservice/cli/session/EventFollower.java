package io.agentservice.cli.session;

import io.agentservice.client.JsonObject;
import io.agentservice.client.SessionClient;
import io.agentservice.client.SseStream;
import io.agentservice.client.UnreachableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a session's events as they come, over broken and ended streams, without gap or double. */
final class EventFollower implements AutoCloseable {
  private static final int TRIES = 15;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final SessionClient sessions;
  private final String sessionId;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable SseStream current;

  EventFollower(SessionClient sessions, String sessionId) {
    this.sessions = sessions;
    this.sessionId = sessionId;
  }

  /**
   * Hands on events until {@code more} says no or this is closed.
   *
   * @param after the last known {@code seq}
   * @throws UnreachableException when the service stays away for about 15 seconds
   */
  void follow(long after, Predicate<JsonObject> more) {
    long last = after;
    int failures = 0;
    while (closed.getCount() > 0) {
      try (var stream = sessions.events(sessionId, last)) {
        current = stream;
        for (var text = next(stream); text != null; text = next(stream)) {
          failures = 0;
          var event = JsonObject.parse(text);
          last = event.number("seq", last);
          if (!more.test(event)) {
            return;
          }
        }
      } catch (UnreachableException e) {
        failures++;
        if (failures == TRIES || awaitClosed(PAUSE)) {
          if (closed.getCount() > 0) {
            throw e;
          }
          return;
        }
      }
    }
  }

  private @Nullable String next(SseStream stream) {
    return closed.getCount() == 0 ? null : stream.next();
  }

  /** Closes this after a time, unless it was closed before. */
  void closeAfter(Duration longest, Runnable whenDue) {
    Thread.ofVirtual()
        .name("time limit of " + sessionId)
        .start(() -> {
          if (!awaitClosed(longest)) {
            whenDue.run();
            close();
          }
        });
  }

  private boolean awaitClosed(Duration longest) {
    try {
      return closed.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Ends {@link #follow} in any thread. */
  @Override
  public void close() {
    closed.countDown();
    var stream = current;
    if (stream != null) {
      stream.close();
    }
  }
}
