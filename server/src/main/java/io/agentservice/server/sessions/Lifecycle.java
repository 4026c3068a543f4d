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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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

  /** Row 7: the remote is there. Answers the connection's number; empty when the claim is over. */
  public OptionalLong connected(SessionId sessionId, long epoch) {
    return database.inTransaction(tx -> {
      var session =
          current(tx, sessionId, epoch).filter(found -> serves(found.status())).orElse(null);
      if (session == null) {
        return OptionalLong.empty();
      }
      if (session.status() != Status.RUNNING) {
        var detail = session.queued() ? Detail.WORKING : session.priorDetail();
        transitions.move(
            tx, session, Status.RUNNING, detail == null ? Detail.WORKING : detail, false);
        transitions.queue().state(tx, account(session), sessionId, Status.RUNNING.entryState());
      }
      long connection = tx.on(TransitionSql.class).attach(sessionId);
      transitions.queue().extend(tx, account(session), sessionId);
      return OptionalLong.of(connection);
    });
  }

  private static boolean serves(Status status) {
    return status == Status.CLAIMED || status == Status.RESUMING || status == Status.RUNNING;
  }

  /** Whether a connection still counts. */
  public enum Standing {
    CURRENT,
    /** A newer connection of the same claim was accepted, maybe by another node. */
    REPLACED,
    /** The session is over or asleep; maybe another node ended it. */
    OVER,
    /** The claim is over. */
    STALE
  }

  /** Row 34: moves the deadline on when less than half of it is left. */
  public Standing keepAlive(SessionId sessionId, long epoch, long connection) {
    return database.inTransaction(tx -> {
      var session = tx.on(SessionSql.class).lock(sessionId).orElse(null);
      if (session == null) {
        return Standing.STALE;
      }
      if (session.epoch() != epoch) {
        return isOver(session) ? Standing.OVER : Standing.STALE;
      }
      if (session.connection() != connection) {
        return Standing.REPLACED;
      }
      if (tx.on(TokenSql.class).isHalfOver(sessionId, claimSeconds)) {
        transitions.queue().extend(tx, account(session), sessionId);
      }
      return Standing.CURRENT;
    });
  }

  /**
   * The connection is lost: the deadline is pulled in, and machine time ends. Also for a session
   * that sleeps or is over and was not released yet; not when a newer connection was accepted.
   */
  public void lost(SessionId sessionId, long epoch, long connection) {
    database.useTransaction(tx -> {
      var session = tx.on(SessionSql.class).lock(sessionId).orElse(null);
      if (session == null || session.connection() != connection) {
        return;
      }
      if (session.epoch() != epoch && !isOver(session)) {
        return;
      }
      tx.on(TransitionSql.class).detach(sessionId);
      boolean claimed =
          transitions
              .queue()
              .find(tx, sessionId)
              .filter(e -> e.phase() == Phase.CLAIMED)
              .isPresent();
      if (claimed) {
        transitions.queue().moveDeadline(tx, account(session), sessionId, graceSeconds);
      }
    });
  }

  private static boolean isOver(Session session) {
    return session.status().ended() || session.status() == Status.SUSPENDED;
  }

  private static Optional<Session> current(Tx tx, SessionId sessionId, long epoch) {
    return tx.on(SessionSql.class).lock(sessionId).filter(session -> session.epoch() == epoch);
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
    for (var page = unplaced(""); !page.isEmpty(); page = unplaced(page.getLast().value())) {
      place(page);
    }
  }

  private List<SessionId> unplaced(String after) {
    return database.with(SessionSql.class, sql -> sql.unplaced(after));
  }

  private void place(List<SessionId> waiting) {
    for (SessionId sessionId : waiting) {
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

  /**
   * Row 32: the outpost is gone; its sessions are placed elsewhere, each in a transaction. What is
   * missed, because a server dies or a session is being placed there, {@link Reconciler} finds.
   */
  public void evict(OutpostId outpost) {
    for (SessionId sessionId : database.with(SessionSql.class, sql -> sql.queuedAt(outpost))) {
      database.useTransaction(tx ->
          tx.on(SessionSql.class)
              .lock(sessionId)
              .filter(_ -> isAt(tx, sessionId, outpost))
              .ifPresent(session -> transitions.evict(tx, session)));
    }
  }

  private boolean isAt(Tx tx, SessionId sessionId, OutpostId outpost) {
    return transitions
        .queue()
        .find(tx, sessionId)
        .filter(entry -> entry.outpostId().equals(outpost))
        .isPresent();
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
}
