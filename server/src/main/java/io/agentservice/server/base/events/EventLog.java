package io.agentservice.server.base.events;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Appends to and reads from the logs of sessions. */
public final class EventLog {
  /** The most that one read answers. */
  public static final int PAGE = 1000;

  /** The type of a person's request that the agent stops what it does. */
  public static final String INTERRUPT = "interrupt";

  private static final int CHUNK = 16;
  private static final long PART_CHARACTERS = 4 << 20;

  private final Database database;
  private final EventSignals signals;

  public EventLog(Database database, EventSignals signals) {
    this.database = database;
    this.signals = signals;
  }

  /**
   * Appends an event for a writer behind a remote's connection; {@code data} is a JSON object.
   * Empty, and nothing written, when the epoch or the connection is over.
   */
  public OptionalLong append(
      Tx tx, SessionId session, long epoch, long connection, String type, String data) {
    var seq = tx.on(EventSql.class).append(session, epoch, connection, type, data);
    written(tx, session);
    return seq.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  /**
   * Writes these events of a log behind another one, which begins anew with it: as written before
   * its first epoch, at their own times; says how many there were.
   */
  public static int copy(Tx tx, SessionId from, List<Long> seqs, SessionId to) {
    return seqs.isEmpty() ? 0 : tx.on(EventSql.class).copy(from, seqs, to);
  }

  /** Wakes readers after the commit of events written by another statement. */
  public void written(Tx tx, SessionId session) {
    tx.afterCommit(() -> signals.signal(session));
  }

  /** Oldest first; {@code more} is false at the end of the log. */
  public record Part(List<Event> events, boolean more) {
    public Part {
      events = List.copyOf(events);
    }
  }

  /** At most {@code limit} (1..1000) events after a sequence number, until 4 MiB. */
  public Part after(SessionId session, long seq, int limit) {
    return part(session, seq, limit, EventSql::after);
  }

  /**
   * The newest events before a sequence number ({@code Long.MAX_VALUE}: of all), oldest first, with
   * the limits of {@link #after}; {@code more}: there are earlier ones.
   */
  public Part before(SessionId session, long seq, int limit) {
    return database.with(
        EventSql.class,
        sql -> {
          var events = new ArrayDeque<Event>();
          long characters = 0;
          long first = seq;
          while (first > 1 && events.size() < limit && characters < PART_CHARACTERS) {
            var rows = sql.before(session, first, Math.min(CHUNK, limit - events.size()));
            for (var row : rows) {
              events.addFirst(row.toEvent());
              characters += row.data().length();
            }
            first = rows.isEmpty() ? 1 : rows.getLast().seq(); // the first of a log is 1
          }
          return new Part(List.copyOf(events), first > 1);
        });
  }

  /** Reads a whole log, oldest first, without outputs for people only. */
  public void fold(SessionId session, Consumer<Event> reader) {
    long last = 0;
    Part part;
    do {
      part = part(session, last, PAGE, EventSql::withoutOutputs);
      part.events().forEach(reader);
      last += part.events().size(); // numbers have no gap
    } while (part.more());
  }

  /** Reads the events of some types, oldest first, without the texts and outputs in them. */
  public void fold(SessionId session, List<String> types, Consumer<Event> reader) {
    long last = 0;
    List<EventSql.Row> rows;
    do {
      long after = last;
      rows = database.with(EventSql.class, sql -> sql.ofTypes(session, types, after, PAGE));
      for (var row : rows) {
        reader.accept(row.toEvent());
        last = row.seq();
      }
    } while (rows.size() == PAGE);
  }

  private interface Reading {
    List<EventSql.Row> read(EventSql sql, SessionId session, long after, int limit);
  }

  /** In small reads: what one of them brings is in memory before it can be counted. */
  private Part part(SessionId session, long seq, int limit, Reading reading) {
    return database.with(
        EventSql.class,
        sql -> {
          var events = new ArrayList<Event>();
          long characters = 0;
          boolean more = true;
          while (more && events.size() < limit && characters < PART_CHARACTERS) {
            int asked = Math.min(CHUNK, limit - events.size());
            var rows = reading.read(sql, session, seq + events.size(), asked);
            for (var row : rows) {
              events.add(row.toEvent());
              characters += row.data().length();
            }
            more = rows.size() == asked;
          }
          return new Part(events, more);
        });
  }

  /** The number of the newest event; 0 in an empty log. */
  public long last(SessionId session) {
    return database.with(EventSql.class, sql -> sql.last(session));
  }

  /** What there is after a sequence number. */
  public EventNews news(SessionId session, long after) {
    return database.with(EventSql.class, sql -> sql.news(session, after));
  }

  /** The type of the newest event of these types, as the transaction sees it. */
  public static Optional<String> newest(Tx tx, SessionId session, List<String> types) {
    return tx.on(EventSql.class).newest(session, types);
  }

  /** Some of the logs of sessions that are to be erased; says how many events. */
  public static int erase(Tx tx, List<SessionId> sessions, int most) {
    return tx.on(EventSql.class).erase(sessions, most);
  }
}
