package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.queue.Entry.Phase;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs disagreements of sessions and entries, as after a restored backup or manual changes: a
 * session must not wait for what can't come. Repairs are logged and audited.
 */
public final class Reconciler {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

  private final Database database;
  private final Transitions transitions;

  public Reconciler(Database database, Transitions transitions) {
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
    Failures.each(
        database.inTransaction(tx -> suspects(tx, suspects)),
        suspect ->
            database.useTransaction(
                tx -> transitions.lock(tx, suspect).ifPresent(session -> repair(tx, session))));
  }

  private static List<SessionId> suspects(Tx tx, Function<ReconcilerSql, List<SessionId>> look) {
    var sql = tx.on(ReconcilerSql.class);
    return sql.isMyTurn() ? look.apply(sql) : List.of();
  }

  private void repair(Tx tx, LockedSession session) {
    String found = session.status().atRest() ? settle(session) : serve(tx, session);
    if (found != null) {
      LOG.warn("repaired session={} found={}", session.id(), found);
      session.audit(
          null, "repair_session", Map.of("session_id", session.id().value(), "found", found));
      transitions.write(tx, session);
    }
  }

  /** Nothing is to be served: an entry may only wait for its release. */
  private static @Nullable String settle(LockedSession session) {
    var entry = session.storedEntry();
    if (entry == null) {
      return null;
    }
    if (entry.phase() == Phase.PENDING || canNeverLapse(entry)) {
      session.settle(true);
      return "in the queue though " + session.status().word();
    }
    return showState(session, entry);
  }

  /** To be served: in the queue, or claimed until a deadline. */
  private @Nullable String serve(Tx tx, LockedSession session) {
    var entry = session.storedEntry();
    String found = whyNotServed(session, entry);
    if (found != null) {
      session.place(Trigger.EVICT, transitions.place(tx, session).orElse(null));
      return found;
    }
    return entry == null ? null : showState(session, entry);
  }

  private static @Nullable String showState(LockedSession session, LockSql.Entry entry) {
    if (entry.state() == session.status().entryState()) {
      return null;
    }
    session.settle(false);
    return "queue entry of another status";
  }

  private static @Nullable String whyNotServed(
      LockedSession session, LockSql.@Nullable Entry entry) {
    if (entry == null) {
      boolean mayWait = session.status() == Status.NEW || session.status() == Status.RESUMING;
      return mayWait && session.stored().host().placedAt() == null ? null : "not in the queue";
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

  private static boolean canNeverLapse(LockSql.Entry entry) {
    return entry.phase() == Phase.CLAIMED && (!entry.hasDeadline() || entry.acceptorId() == null);
  }
}
