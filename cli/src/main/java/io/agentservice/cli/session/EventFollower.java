package io.agentservice.cli.session;

import io.agentservice.client.http.ClientException;
import io.agentservice.client.http.SseStream;
import io.agentservice.client.sessions.EventData;
import io.agentservice.client.sessions.EventPage;
import io.agentservice.client.sessions.Session;
import io.agentservice.client.sessions.SessionClient;
import io.agentservice.client.sessions.SessionEvent;
import io.agentservice.wire.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a session's events as they come, over broken and ended streams, without gap or double. */
public final class EventFollower implements AutoCloseable {
  /** So often in a row a stream that fails is asked for. */
  public static final int TRIES = 15;

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final SessionClient sessions;
  private final String sessionId;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable SseStream current;

  /** Of one session. */
  public EventFollower(SessionClient sessions, String sessionId) {
    this.sessions = sessions;
    this.sessionId = sessionId;
  }

  /** Reads all pages of what is there now; answers the last event's number. */
  public static long read(
      SessionClient sessions, String id, long after, Consumer<SessionEvent> reader) {
    long last = after;
    EventPage page;
    do {
      page = sessions.eventPage(id, last);
      page.events().forEach(reader);
      last = page.lastSeq();
    } while (page.more());
    return last;
  }

  /** True for the change to a status after which nothing comes by itself. */
  public static boolean over(SessionEvent event) {
    return event.data() instanceof EventData.Status(var status, _)
        && status != null
        && switch (status) {
          case "exit", "error", "suspended" -> true;
          default -> false;
        };
  }

  /**
   * Hands on events until {@code more} says no or this is closed.
   *
   * @param after the last known {@code seq}
   * @throws ClientException when the service refuses, or stays away for about 15 seconds (longer
   *     where it asks for longer pauses)
   */
  public void follow(long after, Predicate<SessionEvent> more) {
    long last = after;
    int failures = 0;
    while (closed.getCount() > 0) {
      try (var stream = sessions.events(sessionId, last)) {
        current = stream;
        for (var text = next(stream); text != null; text = next(stream)) {
          failures = 0;
          var event = SessionEvent.of(JsonObject.parse(text));
          last = Math.max(last, event.seq());
          if (!more.test(event)) {
            return;
          }
        }
      } catch (ClientException e) {
        failures++;
        if (!goesOn(e, failures)) {
          if (closed.getCount() > 0) {
            throw e;
          }
          return;
        }
      }
    }
  }

  /** The session as it is now; waits for a service that is away as {@link #follow} does. */
  public Session session() {
    for (int failures = 1; true; failures++) {
      try {
        return sessions.get(sessionId);
      } catch (ClientException e) {
        if (!goesOn(e, failures)) {
          throw e;
        }
      }
    }
  }

  /** Pauses before the next try; false when there is to be none. */
  private boolean goesOn(ClientException failure, int failures) {
    return failure.passing() && failures < TRIES && !awaitClosed(pause(failure));
  }

  /** Before the next try: as long as the service asks for, within reason. */
  public static Duration pause(ClientException failure) {
    var asked = failure.retryAfter();
    if (asked == null || asked.compareTo(PAUSE) < 0) {
      return PAUSE;
    }
    return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
  }

  private @Nullable String next(SseStream stream) {
    return closed.getCount() == 0 ? null : stream.next();
  }

  /** Closes this after a time, unless it was closed before. */
  public void closeAfter(Duration longest, Runnable whenDue) {
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
