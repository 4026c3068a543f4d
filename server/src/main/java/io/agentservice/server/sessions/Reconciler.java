package io.agentservice.server.sessions;

import static io.agentservice.server.sessions.Transitions.account;
import static io.agentservice.server.sessions.Transitions.id;

import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry;
import io.agentservice.server.queue.Entry.Phase;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for sessions whose row and queue entry don't agree, and sets them right. Every change
 * writes both together, so it finds nothing unless a restored backup, a hand in the database or a
 * mistake of ours has parted them, or a session was placed on an outpost while that was deleted;
 * then a session must not wait in silence for what can't come. Each repair is logged and stands in
 * the audit log.
 */
public final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  private final Database database;
  private final Transitions transitions;

  Reconciler(Database database, Transitions transitions) {
    this.database = database;
    this.transitions = transitions;
  }

  /** Looks at the living entries; their number is bounded by what is queued and served. */
  public void checkEntries() {
    repair(ReconcilerSql::disagreeing);
  }

  /** Looks at all sessions: to be called now and then. */
  public void checkSessions() {
    repair(ReconcilerSql::forgotten);
  }

  private void repair(Function<ReconcilerSql, List<SessionId>> suspects) {
    for (SessionId suspect : database.inTransaction(tx -> suspects(tx, suspects))) {
      database.useTransaction(
          tx -> tx.on(SessionSql.class).lock(suspect).ifPresent(session -> repair(tx, session)));
    }
  }

  private static List<SessionId> suspects(Tx tx, Function<ReconcilerSql, List<SessionId>> look) {
    var sql = tx.on(ReconcilerSql.class);
    return sql.isMyTurn() ? look.apply(sql) : List.of();
  }

  private void repair(Tx tx, Session session) {
    var entry = transitions.queue().find(tx, id(session)).orElse(null);
    if (tx.on(ReconcilerSql.class).isStranded(id(session))) {
      transitions.evict(tx, session);
      tell(tx, session, "on an outpost that is gone");
      return;
    }
    boolean atRest = session.status().ended() || session.status() == Status.SUSPENDED;
    String found = atRest ? settle(tx, session, entry) : serve(tx, session, entry);
    if (found != null) {
      tell(tx, session, found);
    }
  }

  private void tell(Tx tx, Session session, String found) {
    LOG.warn("repaired session={} found={}", session.sessionId(), found);
    transitions.audit(
        tx,
        session,
        null,
        "repair_session",
        Map.of("session_id", session.sessionId(), "found", found));
  }

  /** Nothing is to be served: an entry may only wait for its release. */
  private @Nullable String settle(Tx tx, Session session, @Nullable Entry entry) {
    if (entry == null) {
      return null;
    }
    var queue = transitions.queue();
    var state = session.status().entryState();
    if (entry.phase() == Phase.PENDING || canNeverLapse(entry)) {
      queue.remove(tx, account(session), id(session), state);
      return "in the queue though " + session.status().word();
    }
    if (entry.sessionState() != state) {
      queue.state(tx, account(session), id(session), state);
      return "queue entry of another status";
    }
    return null;
  }

  /** To be served: in the queue, or claimed until a deadline. */
  private @Nullable String serve(Tx tx, Session session, @Nullable Entry entry) {
    String found = whyNotServed(session, entry);
    if (found != null) {
      tx.on(TransitionSql.class).detach(id(session));
      transitions.revoke(tx, session);
      boolean started = session.hasConnected() || session.status() == Status.RESUMING;
      transitions.move(tx, session, started ? Status.RESUMING : Status.NEW, null, true);
      transitions.enqueue(tx, session, Transitions.kind(session));
      return found;
    }
    if (entry != null && entry.sessionState() != session.status().entryState()) {
      transitions.queue().state(tx, account(session), id(session), session.status().entryState());
      return "queue entry of another status";
    }
    return null;
  }

  private static @Nullable String whyNotServed(Session session, @Nullable Entry entry) {
    if (entry == null) {
      return session.outpostId() == null ? null : "not in the queue";
    }
    boolean unclaimed = session.status() == Status.NEW;
    boolean pending = entry.phase() == Phase.PENDING;
    if (canNeverLapse(entry)) {
      return "claimed without a holder or a deadline";
    }
    if (pending && !unclaimed && session.status() != Status.RESUMING) {
      return "without a claim though " + session.status().word();
    }
    return !pending && unclaimed ? "claimed though new" : null;
  }

  private static boolean canNeverLapse(Entry entry) {
    return entry.phase() == Phase.CLAIMED
        && (entry.claimDeadline() == null || entry.acceptorId() == null);
  }
}
