package io.agentservice.server.sessions;

import static io.agentservice.server.sessions.Transitions.account;
import static io.agentservice.server.sessions.Transitions.id;

import io.agentservice.server.auth.Caller;
import io.agentservice.server.auth.Tokens;
import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.OutpostId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.sessions.Status.Detail;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a session by itself: its remote connects and goes, its turn ends, it falls
 * asleep, it fails. Each method is one transaction; called under an epoch that is over, it changes
 * nothing and says so.
 */
public final class Lifecycle {
  private final Database database;
  private final Transitions transitions;
  private final int graceSeconds;
  private final int claimSeconds;

  Lifecycle(Database database, Transitions transitions, int graceSeconds, int claimSeconds) {
    this.database = database;
    this.transitions = transitions;
    this.graceSeconds = graceSeconds;
    this.claimSeconds = claimSeconds;
  }

  /** Registers who holds the remotes of this node. */
  public void connections(Connections connections) {
    transitions.connections(connections);
  }

  /** What a connect token is good for. */
  public sealed interface Admission {
    record Admitted(long epoch) implements Admission {}

    record BadToken() implements Admission {}

    record OtherSession() implements Admission {}
  }

  /** Whether the token opens the gateway for the session. */
  public Admission admit(SessionId sessionId, String token) {
    if (!Tokens.wellFormed(Claims.TOKEN_PREFIX, token)) {
      return new Admission.BadToken();
    }
    var found = database.with(TokenSql.class, sql -> sql.find(Tokens.digest(token))).orElse(null);
    if (found == null) {
      return new Admission.BadToken();
    }
    return found.sessionId().equals(sessionId.value())
        ? new Admission.Admitted(found.epoch())
        : new Admission.OtherSession();
  }

  /** Row 7: the remote is there. False when the claim is over. */
  public boolean connected(SessionId sessionId, long epoch, String node) {
    return changed(
        sessionId,
        epoch,
        (tx, session) -> {
          var detail = session.queued() ? Detail.WORKING : session.priorDetail();
          if (session.status() != Status.RUNNING) {
            transitions.move(
                tx, session, Status.RUNNING, detail == null ? Detail.WORKING : detail, false);
            transitions.queue().state(tx, account(session), sessionId, Status.RUNNING.entryState());
          }
          tx.on(TransitionSql.class).attach(sessionId, node);
          transitions.queue().extend(tx, account(session), sessionId);
        });
  }

  /** Moves the deadline when less than half of it is left. False when the claim is over. */
  public boolean keepAlive(SessionId sessionId, long epoch) {
    return changed(
        sessionId,
        epoch,
        (tx, session) -> {
          if (tx.on(TokenSql.class).secondsLeft(sessionId).orElse(0L) < claimSeconds / 2) {
            transitions.queue().extend(tx, account(session), sessionId);
          }
        });
  }

  /**
   * The connection is lost: the deadline is pulled in, and machine time ends. Also for a session
   * that sleeps or is over.
   */
  public void lost(SessionId sessionId, long epoch) {
    database.useTransaction(tx -> {
      var session = tx.on(SessionSql.class).lock(sessionId).orElse(null);
      boolean ours =
          session != null
              && (session.epoch() == epoch
                  || session.status().ended()
                  || session.status() == Status.SUSPENDED);
      if (session == null || !ours) {
        return;
      }
      tx.on(TransitionSql.class).detach(sessionId);
      if (transitions
          .queue()
          .find(tx, sessionId)
          .filter(e -> e.phase() == Phase.CLAIMED)
          .isPresent()) {
        transitions.queue().moveDeadline(tx, account(session), sessionId, graceSeconds);
      }
    });
  }

  /**
   * Row 8: the agent asked something or ended its turn. With a message waiting it goes on working.
   */
  public boolean waiting(SessionId sessionId, long epoch) {
    return changed(sessionId, epoch, (tx, session) -> rest(tx, session, Detail.WAITING_FOR_USER));
  }

  /** Row 9: the task is done; the output was validated by the caller. */
  public boolean finished(SessionId sessionId, long epoch, @Nullable String structuredOutput) {
    return changed(
        sessionId,
        epoch,
        (tx, session) -> {
          if (structuredOutput != null) {
            tx.on(TransitionSql.class).structuredOutput(sessionId, structuredOutput);
          }
          rest(tx, session, Detail.FINISHED);
        });
  }

  private void rest(Tx tx, Session session, Detail detail) {
    if (session.queued()) {
      return;
    }
    transitions.move(tx, session, Status.RUNNING, detail, false);
    tx.on(TransitionSql.class).startIdleClock(id(session));
  }

  /** Rows 18, 25: to sleep for a reason. */
  public boolean suspend(
      SessionId sessionId,
      long epoch,
      Detail detail,
      @Nullable String code,
      @Nullable String message) {
    return changed(
        sessionId,
        epoch,
        (tx, session) -> {
          tx.on(TransitionSql.class).error(sessionId, code, message);
          transitions.suspend(tx, session, detail, null);
        });
  }

  /** Row 24: it failed for good. */
  public boolean fail(SessionId sessionId, long epoch, String code, String message) {
    return changed(
        sessionId,
        epoch,
        (tx, session) -> {
          tx.on(TransitionSql.class).error(sessionId, code, message);
          transitions.end(tx, session, Status.ERROR);
          transitions.audit(
              tx,
              session,
              null,
              "terminate_session",
              Map.of("session_id", session.sessionId(), "code", code));
        });
  }

  /** Books the cost of a model call. */
  public boolean book(SessionId sessionId, long epoch, double acus) {
    return database.with(TransitionSql.class, sql -> sql.book(sessionId, epoch, acus)) == 1;
  }

  /** Row 17: puts every session to sleep whose idle time is over. */
  public void sleepIdle(int idleSeconds) {
    for (SessionId sessionId : database.with(SessionSql.class, sql -> sql.idle(idleSeconds))) {
      database.useTransaction(tx ->
          tx.on(SessionSql.class)
              .lock(sessionId)
              .filter(session -> !session.queued() && isResting(session))
              .ifPresent(session -> transitions.suspend(tx, session, Detail.INACTIVITY, null)));
    }
  }

  private static boolean isResting(Session session) {
    return session.status() == Status.RESUMING
        || (session.status() == Status.RUNNING && session.statusDetail() != Detail.WORKING);
  }

  /** Row 4: places the sessions that found no outpost. */
  public void placeWaiting() {
    for (SessionId sessionId : database.with(SessionSql.class, SessionSql::unplaced)) {
      database.useTransaction(tx ->
          tx.on(SessionSql.class)
              .lock(sessionId)
              .filter(session -> session.outpostId() == null)
              .filter(s -> s.status() == Status.NEW || s.status() == Status.RESUMING)
              .ifPresent(session ->
                  transitions.enqueue(
                      tx, session, session.status() == Status.NEW ? Kind.NEW : Kind.RESUME)));
    }
  }

  /** Row 32: the outpost is gone; its sessions are placed elsewhere. */
  public void evict(Tx tx, OutpostId outpost) {
    var sql = tx.on(SessionSql.class);
    for (SessionId sessionId : sql.queuedAt(outpost)) {
      sql.lock(sessionId).ifPresent(session -> transitions.evict(tx, session));
    }
  }

  /** Row 14: a sleeping session wakes; the caller has stored the message. */
  void wake(Tx tx, Session session) {
    transitions.revoke(tx, session);
    transitions.move(tx, session, Status.RESUMING, null, true);
    tx.on(TransitionSql.class).archived(id(session), false);
    tx.on(TransitionSql.class).error(id(session), null, null);
    transitions.enqueue(tx, session, Kind.RESUME);
  }

  /** Row 22: terminated on request. */
  void terminate(Tx tx, Session session, Caller caller, boolean archive) {
    transitions.end(tx, session, Status.EXIT);
    transitions.audit(
        tx,
        session,
        caller,
        "terminate_session",
        Map.of("session_id", session.sessionId(), "archived", archive));
  }

  private boolean changed(SessionId sessionId, long epoch, BiConsumer<Tx, Session> change) {
    return database.inTransaction(tx -> {
      Optional<Session> session =
          tx.on(SessionSql.class).lock(sessionId).filter(found -> found.epoch() == epoch);
      session.ifPresent(found -> change.accept(tx, found));
      return session.isPresent();
    });
  }
}
