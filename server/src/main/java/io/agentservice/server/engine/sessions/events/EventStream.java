package io.agentservice.server.engine.sessions.events;

import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.events.EventSignals;
import io.agentservice.server.base.http.answers.Waits;
import io.agentservice.server.base.ids.EventId;
import io.agentservice.server.base.ids.SessionId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A session's log, paged or as {@code data:} lines; a reader gives its last {@code seq}. */
public final class EventStream {
  private static final byte[] KEEPALIVE = ": keepalive\n\n".getBytes(StandardCharsets.UTF_8);

  private static final Duration POLL = Duration.ofSeconds(1);

  private final EventLog log;
  private final EventSignals signals;
  private final Duration longest;
  private final Duration keepalive;

  public EventStream(EventLog log, EventSignals signals, Duration longest, Duration keepalive) {
    this.log = log;
    this.signals = signals;
    this.longest = longest;
    this.keepalive = keepalive;
  }

  /** One event with its details; null when the session has none of that id. */
  public @Nullable ObjectNode find(SessionId session, EventId id) {
    long seq = EventShown.seq(session, id);
    return log.after(session, seq - 1, 1).events().stream()
        .filter(event -> event.seq() == seq)
        .map(EventShown::whole)
        .findFirst()
        .orElse(null);
  }

  public EventSearch search() {
    return new EventSearch(log);
  }

  public LogPage page(SessionId session, long after, int limit) {
    var part = log.after(session, after, limit);
    var events = part.events();
    long last = events.isEmpty() ? after : events.getLast().seq();
    return new LogPage(events.stream().map(EventShown::of).toList(), last, part.more());
  }

  /** Writes until the longest time is over or the client has gone. */
  public void write(SessionId session, long after, OutputStream out, Waits waits)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long quietSince = start;
    long last = after;
    try (var listener = signals.listen(session)) {
      while (System.nanoTime() - start < longest.toNanos() && !waits.isOver()) {
        var part = log.after(session, last, EventLog.PAGE);
        for (Event event : part.events()) {
          out.write(("data: " + EventShown.of(event) + "\n\n").getBytes(StandardCharsets.UTF_8));
          last = event.seq();
        }
        if (!part.events().isEmpty()) {
          out.flush();
          quietSince = System.nanoTime();
        } else if (System.nanoTime() - quietSince > keepalive.toNanos()) {
          out.write(KEEPALIVE);
          out.flush();
          quietSince = System.nanoTime();
        }
        if (!part.more()) {
          waits.on(() -> listener.await(POLL));
        }
      }
    }
  }
}
