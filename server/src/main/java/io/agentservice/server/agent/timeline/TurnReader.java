package io.agentservice.server.agent.timeline;

import io.agentservice.server.agent.timeline.steps.Timeline;
import io.agentservice.server.base.events.Event;
import io.agentservice.server.base.events.EventLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log by whole turns, forwards or backwards, and no more of it than is asked for. Where no
 * turn begins for long, an event whose number is a multiple of 500 begins one if none of the 500
 * before it does: so both ways cut at the same places.
 */
final class TurnReader {
  private static final int STRETCH = 500;

  private static final int CHUNK = 100;

  private final Log log;

  TurnReader(Log log) {
    this.log = log;
  }

  /** The log of one session. */
  interface Log {
    /** The newest before a number, oldest first. */
    EventLog.Part before(long seq, int limit);

    EventLog.Part after(long seq, int limit);
  }

  /** The events of a turn, oldest first; at least one. */
  record Turn(List<Event> events) {
    long first() {
      return events.getFirst().seq();
    }

    long last() {
      return events.getLast().seq();
    }

    long characters() {
      return events.stream().mapToLong(event -> event.data().length()).sum();
    }
  }

  /** Turns one after the other. */
  interface Turns {
    /** Null when there are no more. */
    @Nullable Turn next();
  }

  /**
   * Where the turn begins that an event belongs to, or of a later number the last turn; 0 in an
   * empty log.
   */
  long beginning(long seq) {
    var turn = backwards(seq + 1).next();
    return turn == null ? 0 : turn.first();
  }

  /** Those before a number where a turn begins, the newest first. */
  Turns backwards(long seq) {
    return new Backwards(seq);
  }

  /** Those from a number where a turn begins. */
  Turns forwards(long seq) {
    return new Forwards(seq - 1);
  }

  private static boolean beginsTurn(Event event) {
    return event.seq() == 1 || Timeline.beginsTurn(event);
  }

  private final class Backwards implements Turns {
    /** The newest first. */
    private final Deque<Event> read = new ArrayDeque<>();

    private long before;
    private boolean more = true;

    Backwards(long before) {
      this.before = before;
    }

    @Override
    public @Nullable Turn next() {
      var events = new ArrayDeque<Event>();
      long cut = 0;
      while (fill()) {
        var event = read.removeFirst();
        events.addFirst(event);
        if (beginsTurn(event)) {
          return new Turn(List.copyOf(events));
        }
        cut = cut == 0 && event.seq() % STRETCH == 0 ? event.seq() : cut;
        if (cut - event.seq() == STRETCH) {
          while (events.getFirst().seq() < cut) {
            read.addFirst(events.removeFirst()); // the oldest first: the newest of them is next
          }
          return new Turn(List.copyOf(events));
        }
      }
      return events.isEmpty() ? null : new Turn(List.copyOf(events));
    }

    private boolean fill() {
      if (read.isEmpty() && more) {
        var part = log.before(before, CHUNK);
        part.events().forEach(read::addFirst);
        more = part.more() && !part.events().isEmpty();
        before = part.events().isEmpty() ? before : part.events().getFirst().seq();
      }
      return !read.isEmpty();
    }
  }

  private final class Forwards implements Turns {
    private final Deque<Event> read = new ArrayDeque<>();
    private long after;
    private boolean more = true;

    Forwards(long after) {
      this.after = after;
    }

    @Override
    public @Nullable Turn next() {
      var events = new ArrayList<Event>();
      while (fill() && (events.isEmpty() || !isCut(events.getFirst(), read.getFirst()))) {
        events.add(read.removeFirst());
      }
      return events.isEmpty() ? null : new Turn(events);
    }

    private static boolean isCut(Event first, Event next) {
      long least = beginsTurn(first) ? STRETCH + 1 : STRETCH;
      return beginsTurn(next) || (next.seq() % STRETCH == 0 && next.seq() - first.seq() >= least);
    }

    private boolean fill() {
      if (read.isEmpty() && more) {
        var part = log.after(after, CHUNK);
        read.addAll(part.events());
        more = part.more() && !part.events().isEmpty();
        after = part.events().isEmpty() ? after : part.events().getLast().seq();
      }
      return !read.isEmpty();
    }
  }
}
