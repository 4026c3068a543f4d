package io.agentservice.server.engine.queue;

import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OrgId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** The queue's table and feed. Writers hold the session's row. */
public final class Queue {
  /** The most that {@link #lapsed} answers. */
  public static final int LAPSED_AT_ONCE = 200;

  /** Nothing is that old but what {@link EntrySql#hastenTombstones} has made so. */
  private static final int DAYS_OF_HASTENED = 10_000;

  private final Database database;
  private final FeedSignal signal;
  private final int ttlSeconds;
  private final int graceSeconds;

  /** Seconds that a claim holds: without a remote, and after a lost connection. */
  public Queue(Database database, FeedSignal signal, int ttlSeconds, int graceSeconds) {
    this.database = database;
    this.signal = signal;
    this.ttlSeconds = ttlSeconds;
    this.graceSeconds = graceSeconds;
  }

  /** What is rung after each commit of this node that changed the feed. */
  public FeedSignal signal() {
    return signal;
  }

  /** Writes entries in order, as the last of the transaction; {@code then} gets changed ones. */
  public void write(
      Tx tx, List<EntryChange> changes, List<FreshEntry> entries, Consumer<Entry> then) {
    if (!changes.isEmpty() || !entries.isEmpty()) {
      tx.last(() -> {
        apply(tx, changes).forEach(then);
        enqueue(tx, entries);
      });
      tx.afterCommit(signal::changed);
    }
  }

  private void enqueue(Tx tx, List<FreshEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    var rows = new ArrayList<EntrySql.FreshRow>();
    eachWithPosition(
        tx, entries, FreshEntry::account, (entry, position) -> rows.add(row(entry, position)));
    tx.on(EntrySql.class).enqueue(Json.MAPPER.writeValueAsString(rows));
  }

  private List<Entry> apply(Tx tx, List<EntryChange> changes) {
    if (changes.isEmpty()) {
      return List.of();
    }
    var rows = new ArrayList<EntrySql.ChangeRow>();
    eachWithPosition(
        tx, changes, EntryChange::account, (change, position) -> rows.add(row(change, position)));
    return tx.on(EntrySql.class)
        .apply(
            changes.stream().map(EntryChange::session).toList(),
            Json.MAPPER.writeValueAsString(rows),
            ttlSeconds,
            graceSeconds);
  }

  /** Lets a session reach a host besides: its worker learns of it from the entry. */
  public void allow(Tx tx, AccountId account, SessionId session, String host) {
    tx.last(() -> {
      var sql = tx.on(EntrySql.class);
      sql.allow(account, session, host, sql.takePositions(account, 1));
    });
    tx.afterCommit(signal::changed);
  }

  /** Takes a position for each, the counters in one order: two nodes never cross. */
  private <T> void eachWithPosition(
      Tx tx, List<T> all, Function<T, AccountId> account, ObjLongConsumer<T> use) {
    var perAccount = new TreeMap<AccountId, List<T>>(Comparator.comparing(AccountId::value));
    for (T each : all) {
      perAccount.computeIfAbsent(account.apply(each), _ -> new ArrayList<>()).add(each);
    }
    perAccount.forEach((id, own) -> {
      long position = tx.on(EntrySql.class).takePositions(id, own.size()) - own.size();
      for (T each : own) {
        use.accept(each, ++position);
      }
    });
  }

  private static EntrySql.ChangeRow row(EntryChange change, long position) {
    return new EntrySql.ChangeRow(
        change.session(),
        change.phase(),
        change.acceptorId(),
        change.kind(),
        change.sessionState(),
        change.deadline(),
        position,
        change.removed());
  }

  private static EntrySql.FreshRow row(FreshEntry entry, long position) {
    var place = entry.place();
    return new EntrySql.FreshRow(
        entry.session(),
        entry.account(),
        place.outpostId(),
        entry.kind(),
        place.platform(),
        place.remoteBinarySha(),
        place.networkPolicy(),
        position);
  }

  /** The living entry of a session of the account. */
  public Optional<Entry> find(AccountId account, SessionId session) {
    return database
        .with(EntrySql.class, sql -> sql.findOf(account, session))
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
  public List<Entry> changes(
      AccountId account, @Nullable OutpostId outpostId, long from, int limit) {
    return database.with(EntrySql.class, sql -> sql.changes(account, outpostId, from, limit));
  }

  /** Whether an entry was removed at or after the position. */
  public boolean hasRemovals(AccountId account, long from) {
    return database.with(EntrySql.class, sql -> sql.hasRemovals(account, from));
  }

  /** The newest position of the feed. */
  public long position(AccountId account) {
    return database.with(EntrySql.class, sql -> sql.position(account));
  }

  /** The highest position of a tombstone that is no longer kept. */
  public long discarded(AccountId account) {
    return database.with(EntrySql.class, sql -> sql.discarded(account));
  }

  /** Claims whose deadline has passed, the longest ago first; those that come after one. */
  public List<Lapsed> lapsed(@Nullable Lapsed after) {
    return database.with(
        EntrySql.class,
        sql ->
            after == null
                ? sql.lapsed(Instant.EPOCH, "", LAPSED_AT_ONCE)
                : sql.lapsed(after.claimDeadline(), after.sessionId().value(), LAPSED_AT_ONCE));
  }

  /** Drops tombstones older than that; answers how many. */
  public long dropTombstones(int days) {
    return database.inTransaction(tx -> {
      var sql = tx.on(EntrySql.class);
      sql.lockFeeds(days); // first, as every writer; then it waits for nobody
      return sql.dropTombstones(days);
    });
  }

  /**
   * Has {@link #dropHastened} drop the organization's tombstones; false when there were none left.
   */
  public boolean hastenTombstones(Tx tx, OrgId org) {
    return tx.on(EntrySql.class).hastenTombstones(org) > 0;
  }

  /** Drops the tombstones that were hastened. */
  public void dropHastened() {
    dropTombstones(DAYS_OF_HASTENED);
  }
}
