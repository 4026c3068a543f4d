package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.audit.Audit;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.events.EventLog;
import io.agentservice.server.base.http.answers.Json;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.approvals.Approvals;
import io.agentservice.server.engine.children.Children;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.outposts.GrantedHosts;
import io.agentservice.server.engine.outposts.Placement;
import io.agentservice.server.engine.queue.Entry;
import io.agentservice.server.engine.queue.Place;
import io.agentservice.server.engine.queue.Queue;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Locks and writes sessions, in one order: session, its messages and secrets, audit log, the feed's
 * counter. Remote and gateway are told after the commit.
 */
public final class Transitions {
  private static final Connections NOBODY =
      new Connections() {
        @Override
        public void end(SessionId session, long epoch, Status status) {}

        @Override
        public void revoke(SessionId session, long epoch) {}

        @Override
        public void interrupt(SessionId session) {}
      };

  private final Queue queue;
  private final Placement placement;
  private final EventLog log;
  private final int maxDeliveries;
  private final AtomicReference<Connections> connections = new AtomicReference<>(NOBODY);

  /** {@code maxDeliveries}: claims without a machine until a session gives up; 0: never. */
  public Transitions(Queue queue, Placement placement, EventLog log, int maxDeliveries) {
    this.queue = queue;
    this.placement = placement;
    this.log = log;
    this.maxDeliveries = maxDeliveries;
  }

  void connections(Connections of) {
    connections.set(of);
  }

  /** Locks a session; waits for whoever has it. */
  public Optional<LockedSession> lock(Tx tx, SessionId id) {
    var sql = tx.on(LockSql.class);
    return sql.session(id)
        .map(row -> new LockedSession(row, sql.entry(id).orElse(null), maxDeliveries));
  }

  /** People use its machine by themselves: its idle time begins anew. */
  public static void inUse(Tx tx, SessionId id) {
    tx.on(TransitionSql.class).inUse(id);
  }

  /** Locks those that have an entry and that nobody else holds. */
  public List<LockedSession> lockServed(Tx tx, List<SessionId> ids) {
    return tx.on(LockSql.class).served(ids).stream()
        .map(row -> new LockedSession(row.session(), row.entry(), maxDeliveries))
        .toList();
  }

  /** Which of the sessions have an entry, whoever holds them. */
  public Set<SessionId> known(Tx tx, List<SessionId> ids) {
    return new HashSet<>(tx.on(LockSql.class).known(ids));
  }

  /** Locks those of the sessions that wait for that still and that nobody else holds. */
  List<LockedSession> lockUnplaced(Tx tx, TransitionSql.Wish wish, List<SessionId> ids) {
    return tx.on(LockSql.class).lockUnplaced(wish, ids).stream()
        .map(row -> new LockedSession(row, null, maxDeliveries))
        .toList();
  }

  /** Where a session is queued again; empty while there is no place. */
  public Optional<Place> place(Tx tx, LockedSession session) {
    return placement.again(
        tx,
        session.account(),
        session.org(),
        session.stored().host().parent(),
        session.stored().host().placedAt(),
        session.stored().host().platform());
  }

  /** The same of one that sleeps; null for others. */
  public @Nullable Place placeToWake(Tx tx, LockedSession session) {
    return session.status() == Status.SUSPENDED ? place(tx, session).orElse(null) : null;
  }

  /** Where a session goes that has no place, or whose place is gone. */
  Optional<Place> place(Tx tx, TransitionSql.Wish wish) {
    return placement.again(
        tx, wish.accountId(), wish.orgId(), wish.parentSessionId(), null, wish.platform());
  }

  /**
   * From now on it reaches a host that its network policy does not allow, also when it is queued
   * again; false when it has too many of them.
   */
  boolean allow(Tx tx, LockedSession session, String host) {
    boolean granted = GrantedHosts.grant(tx, session.id(), host);
    if (granted) {
      queue.allow(tx, session.account(), session.id(), host);
    }
    return granted;
  }

  /** Writes what became of it. */
  public void write(Tx tx, LockedSession session) {
    write(tx, List.of(session), _ -> {});
  }

  /**
   * Writes them by a few statements; {@code then} gets changed entries at the transaction's end.
   */
  public void write(Tx tx, Collection<LockedSession> all, Consumer<Entry> then) {
    var changed = all.stream().filter(LockedSession::changed).toList();
    if (changed.isEmpty()) {
      return;
    }
    var changes = each(changed, LockedSession::sessionChange).toList();
    if (!changes.isEmpty()) {
      tx.on(TransitionSql.class)
          .write(
              changes.stream().map(TransitionSql.Change::id).toList(),
              Json.MAPPER.writeValueAsString(changes),
              Json.MAPPER.writeValueAsString(
                  changed.stream().flatMap(session -> session.notes().events().stream()).toList()));
    }
    changed.stream().filter(Transitions::ends).forEach(session -> forget(tx, session));
    changed.forEach(session -> leaveChildren(tx, session));
    Audit.record(
        tx, changed.stream().flatMap(session -> session.notes().audits().stream()).toList());
    queue.write(
        tx,
        each(changed, LockedSession::entryChange).toList(),
        GrantedHosts.widened(tx, each(changed, LockedSession::freshEntry).toList()),
        then);
    changed.forEach(session -> tell(tx, session));
  }

  private static boolean ends(LockedSession session) {
    return session.status().ended() && !session.stored().status().ended();
  }

  /** What must not outlive the session goes with it. */
  private static void forget(Tx tx, LockedSession session) {
    Messages.dropQueued(tx, session.id());
    var _ = Approvals.withdraw(tx, session.id());
    tx.on(TransitionSql.class).eraseSecrets(session.id());
  }

  private static void leaveChildren(Tx tx, LockedSession session) {
    if (ends(session)) {
      Children.leave(tx, session.id(), Children.Fate.ENDED);
    } else if (session.archived() && !session.stored().isArchived()) {
      Children.leave(tx, session.id(), Children.Fate.ARCHIVED);
    }
  }

  private void tell(Tx tx, LockedSession session) {
    long epoch = session.stored().epoch();
    if (!session.notes().events().isEmpty()) {
      log.written(tx, session.id());
    }
    if (session.notes().events().stream()
        .anyMatch(told -> told.type().equals(EventLog.INTERRUPT))) {
      tx.afterCommit(() -> connections.get().interrupt(session.id()));
    }
    if (session.over()) {
      tx.afterCommit(() -> connections.get().end(session.id(), epoch, session.status()));
    } else if (session.revoked()) {
      tx.afterCommit(() -> connections.get().revoke(session.id(), epoch));
    }
  }

  private static <T> Stream<T> each(
      Collection<LockedSession> sessions, Function<LockedSession, @Nullable T> part) {
    return sessions.stream().map(part).filter(Objects::nonNull).map(Objects::requireNonNull);
  }
}
