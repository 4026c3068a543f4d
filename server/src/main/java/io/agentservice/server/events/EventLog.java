package io.agentservice.server.events;

import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.SessionId;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Appends to and reads from the logs of sessions. */
public final class EventLog {
  /** The most that one read answers. */
  public static final int PAGE = 1000;

  private final Database database;
  private final EventSignals signals;

  public EventLog(Database database, EventSignals signals) {
    this.database = database;
    this.signals = signals;
  }

  /**
   * Appends one event inside a larger transaction.
   *
   * @param data a JSON object as text
   * @return its sequence number; empty when the session has a newer epoch, and then nothing was
   *     written
   */
  public OptionalLong append(Tx tx, SessionId session, long epoch, String type, String data) {
    return append(tx, session, epoch, null, type, data);
  }

  /**
   * As the other, for a writer that works through a remote's connection.
   *
   * @param connection nothing is written either when another one has been accepted since; null when
   *     the writer does not depend on one
   */
  public OptionalLong append(
      Tx tx, SessionId session, long epoch, @Nullable Long connection, String type, String data) {
    var seq = tx.on(EventSql.class).append(session, epoch, connection, type, data);
    written(tx, session);
    return seq.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }

  /**
   * Tells readers, after the commit, of events that the transaction wrote in a statement of its
   * own.
   */
  public void written(Tx tx, SessionId session) {
    tx.afterCommit(() -> signals.signal(session));
  }

  /** As the other, in a transaction of its own. */
  public OptionalLong append(SessionId session, long epoch, String type, String data) {
    return database.inTransaction(tx -> append(tx, session, epoch, type, data));
  }

  /** The events after a sequence number, oldest first, at most {@code limit} (1..1000). */
  public List<Event> after(SessionId session, long seq, int limit) {
    return database.with(
        EventSql.class,
        sql ->
            sql.after(session, seq, Math.min(limit, PAGE)).stream()
                .map(EventSql.Row::toEvent)
                .toList());
  }
}
