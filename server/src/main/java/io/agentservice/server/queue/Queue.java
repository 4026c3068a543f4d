package io.agentservice.server.queue;

import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.http.Json;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.OutpostId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queue's table and feed. Writers are called with the session's row locked; each takes the
 * feed's next position.
 */
public final class Queue {
  /** The most that {@link #lapsed} answers. */
  public static final int LAPSED_AT_ONCE = 200;

  private final Database database;
  private final FeedSignal signal;
  private final int ttlSeconds;

  /** {@code ttlSeconds}: how long a claim holds without a connected remote. */
  public Queue(Database database, FeedSignal signal, int ttlSeconds) {
    this.database = database;
    this.signal = signal;
    this.ttlSeconds = ttlSeconds;
  }

  /** Puts a session into an outpost's queue, over whatever entry or tombstone it had. */
  public void enqueue(Tx tx, AccountId account, Place place, SessionId session, Kind kind) {
    tx.on(EntrySql.class)
        .enqueue(
            new EntrySql.NewEntry(
                session,
                account.value(),
                place.outpostId(),
                kind,
                place.platform(),
                place.remoteBinarySha(),
                place.networkPolicy()),
            next(tx, account));
  }

  /**
   * Applies changes of several entries, which get positions in the order given; answers them as
   * they are then. Takes the feed's counters, so it comes last in the transaction.
   */
  public List<Entry> apply(Tx tx, List<EntryChange> changes) {
    var sql = tx.on(EntrySql.class);
    var perAccount = new TreeMap<String, List<EntryChange>>(); // sorted: two nodes never cross
    for (EntryChange change : changes) {
      perAccount.computeIfAbsent(change.account().value(), _ -> new ArrayList<>()).add(change);
    }
    var rows = new ArrayList<EntrySql.ChangeRow>();
    perAccount.forEach((account, own) -> {
      long position = sql.takePositions(account, own.size()) - own.size();
      for (EntryChange change : own) {
        rows.add(row(change, ++position));
      }
    });
    tx.afterCommit(signal::changed);
    return sql.apply(
        changes.stream().map(change -> change.session().value()).toList(),
        Json.MAPPER.writeValueAsString(rows),
        ttlSeconds);
  }

  private static EntrySql.ChangeRow row(EntryChange change, long position) {
    return new EntrySql.ChangeRow(
        change.session().value(),
        change.phase(),
        change.acceptorId(),
        change.kind(),
        change.sessionState(),
        position,
        change.removed());
  }

  /** The deadline is a full claim time from now. */
  public void extend(Tx tx, AccountId account, SessionId session) {
    moveDeadline(tx, account, session, ttlSeconds);
  }

  /** The deadline is that many seconds from now. */
  public void moveDeadline(Tx tx, AccountId account, SessionId session, int seconds) {
    tx.on(EntrySql.class).moveDeadline(session, seconds, next(tx, account));
  }

  public void state(Tx tx, AccountId account, SessionId session, SessionState state) {
    tx.on(EntrySql.class).state(session, state, next(tx, account));
  }

  /** Leaves a tombstone, which watchers see as DELETED. */
  public void remove(Tx tx, AccountId account, SessionId session, SessionState state) {
    tx.on(EntrySql.class).remove(session, state, next(tx, account));
  }

  /** The living entry of a session. */
  public Optional<Entry> find(Tx tx, SessionId session) {
    return tx.on(EntrySql.class).find(session).filter(entry -> !entry.removed());
  }

  /** The living entry of a session of the account. */
  public Optional<Entry> find(AccountId account, SessionId session) {
    return database
        .with(EntrySql.class, sql -> sql.findOf(account.value(), session))
        .filter(entry -> !entry.removed());
  }

  /** Living entries from a position on, in the order of their last change. */
  public List<Entry> list(EntryFilter filter, long from, int limit) {
    return database.with(EntrySql.class, sql -> sql.list(filter, from, limit));
  }

  public long count(EntryFilter filter, long from) {
    return database.with(EntrySql.class, sql -> sql.count(filter, from));
  }

  /** Changes from a position on, tombstones included. */
  public List<Entry> changes(AccountId account, @Nullable String outpostId, long from, int limit) {
    return database.with(
        EntrySql.class, sql -> sql.changes(account.value(), outpostId, from, limit));
  }

  /** Whether an entry was removed at or after the position. */
  public boolean hasRemovals(AccountId account, long from) {
    return database.with(EntrySql.class, sql -> sql.hasRemovals(account.value(), from));
  }

  /** The newest position of the feed. */
  public long position(AccountId account) {
    return database.with(EntrySql.class, sql -> sql.position(account.value()));
  }

  /** The highest position of a tombstone that is no longer kept. */
  public long discarded(AccountId account) {
    return database.with(EntrySql.class, sql -> sql.discarded(account.value()));
  }

  /** Sessions whose claim's deadline has passed, the longest ago first. */
  public List<SessionId> lapsed() {
    return database.with(EntrySql.class, sql -> sql.lapsed(LAPSED_AT_ONCE));
  }

  /** Drops tombstones older than that; answers how many. */
  public long dropTombstones(int days) {
    return database.inTransaction(tx -> {
      var sql = tx.on(EntrySql.class);
      sql.lockFeeds(days); // first, as every writer; then it waits for nobody
      return sql.dropTombstones(days);
    });
  }

  private long next(Tx tx, AccountId account) {
    tx.afterCommit(signal::changed);
    return tx.on(EntrySql.class).takePositions(account.value(), 1);
  }

  /**
   * Where a session goes.
   *
   * @param networkPolicy JSON as on the wire
   */
  public record Place(
      OutpostId outpostId,
      String platform,
      @Nullable String remoteBinarySha,
      String networkPolicy) {}
}
