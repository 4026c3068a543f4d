package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.messages.Messages;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;

/** Wakes sessions whose agents have waited without a machine, when their time has come (row 38). */
public final class Wakes {
  /** How soon one is tried again that a limit keeps asleep. */
  private static final int AGAIN_SECONDS = 60;

  private final Database database;
  private final Transitions transitions;
  private final BiPredicate<Tx, LockedSession> allowed;

  /** {@code allowed}: whether no limit keeps the session asleep. */
  public Wakes(Database database, Transitions transitions, BiPredicate<Tx, LockedSession> allowed) {
    this.database = database;
    this.transitions = transitions;
    this.allowed = allowed;
  }

  /** All that are due, asking {@code goOn} at times. */
  public void wakeDue(BooleanSupplier goOn) {
    Failures.<SessionId>paged(
        except -> database.with(TransitionSql.class, sql -> sql.dueToWake(except)),
        id -> database.inTransaction(tx -> wake(tx, id)),
        goOn);
  }

  private boolean wake(Tx tx, SessionId id) {
    var sql = tx.on(TransitionSql.class);
    var session =
        transitions
            .lock(tx, id)
            .filter(found -> found.status() == Status.SUSPENDED && sql.isDueToWake(id))
            .orElse(null);
    if (session == null) {
      return false;
    }
    if (allowed.test(tx, session)) {
      session.resume(transitions.place(tx, session).orElse(null), Messages.queued(tx, id), null);
      transitions.write(tx, session);
    } else {
      sql.wakeLater(id, AGAIN_SECONDS);
    }
    return true;
  }
}
