package io.agentservice.server.sessions;

import io.agentservice.server.audit.Audit;
import io.agentservice.server.auth.Caller;
import io.agentservice.server.db.Tx;
import io.agentservice.server.events.EventLog;
import io.agentservice.server.http.Json;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.OrgId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.outposts.Placement;
import io.agentservice.server.queue.Entry.Kind;
import io.agentservice.server.queue.Entry.Phase;
import io.agentservice.server.queue.Queue;
import io.agentservice.server.sessions.Status.Detail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The steps that the rows of sessions.md 2 are made of. Every method works inside the caller's
 * transaction on a session that the caller has locked, and leaves session, entry, tokens and log
 * agreeing.
 */
final class Transitions {
  private static final Connections NOBODY =
      new Connections() {
        @Override
        public void end(SessionId session, long epoch, Status status) {}

        @Override
        public void revoke(SessionId session, long epoch) {}
      };

  private final Queue queue;
  private final Placement placement;
  private final EventLog log;
  private final AtomicReference<Connections> connections = new AtomicReference<>(NOBODY);

  Transitions(Queue queue, Placement placement, EventLog log) {
    this.queue = queue;
    this.placement = placement;
    this.log = log;
  }

  void connections(Connections of) {
    connections.set(of);
  }

  Queue queue() {
    return queue;
  }

  /** Changes status and detail and writes it to the log; {@code raise} ends the present epoch. */
  void move(Tx tx, Session session, Status status, @Nullable Detail detail, boolean raise) {
    tx.on(TransitionSql.class).move(id(session), status, detail, raise ? 1 : 0);
    var data = new LinkedHashMap<String, @Nullable Object>();
    data.put("status", status.word());
    data.put("status_detail", Detail.word(detail));
    event(tx, session, session.epoch() + (raise ? 1 : 0), "status", data);
  }

  void event(
      Tx tx,
      Session session,
      long epoch,
      String type,
      Map<String, ? extends @Nullable Object> data) {
    log.append(tx, id(session), epoch, type, Json.MAPPER.writeValueAsString(data));
  }

  /** Puts the session into a queue: where it was placed, else anew; without a place it waits. */
  void enqueue(Tx tx, Session session, Kind kind) {
    var place =
        placement.again(
            tx,
            account(session),
            org(session),
            parent(session),
            session.outpostId(),
            session.platform());
    tx.on(TransitionSql.class).place(id(session), place.map(Queue.Place::outpostId).orElse(null));
    place.ifPresent(found -> queue.enqueue(tx, account(session), found, id(session), kind));
  }

  /** Rows 17, 18, 19, 25: to sleep, or to the end when it can't be resumed. */
  void suspend(Tx tx, Session session, Detail detail, @Nullable Caller caller) {
    if (!session.resumable()) {
      end(tx, session, Status.EXIT);
      return;
    }
    move(tx, session, Status.SUSPENDED, detail, true);
    leave(tx, session, Status.SUSPENDED);
    audit(
        tx,
        session,
        caller,
        "sleep_session",
        Map.of("session_id", session.sessionId(), "reason", word(detail)));
  }

  /** Rows 22, 24, 33: to a final status; what must not outlive the session is gone with it. */
  void end(Tx tx, Session session, Status status) {
    move(tx, session, status, null, true);
    var sql = tx.on(TransitionSql.class);
    sql.dropQueuedMessages(id(session));
    sql.eraseSecrets(id(session));
    leave(tx, session, status);
  }

  /** Row 32: off a deleted outpost, and into another's queue when the session lives. */
  void evict(Tx tx, Session session) {
    tx.on(TransitionSql.class).detach(id(session));
    revoke(tx, session);
    queue.remove(tx, account(session), id(session), session.status().entryState());
    var status =
        switch (session.status()) {
          case CLAIMED, NEW -> Status.NEW;
          case RUNNING, RESUMING -> Status.RESUMING;
          case SUSPENDED, EXIT, ERROR -> null;
        };
    if (status != null) {
      move(tx, session, status, null, true);
      enqueue(tx, session, kind(session));
    }
  }

  /** Entry, tokens and connection of a session that sleeps or has ended. */
  private void leave(Tx tx, Session session, Status status) {
    var sql = tx.on(TransitionSql.class);
    sql.stopIdleClock(id(session));
    sql.deleteTokens(id(session));
    Optional.ofNullable(queue.find(tx, id(session)).orElse(null))
        .ifPresent(entry -> {
          if (entry.phase() == Phase.CLAIMED) {
            queue.state(tx, account(session), id(session), status.entryState());
          } else {
            queue.remove(tx, account(session), id(session), status.entryState());
          }
        });
    tx.afterCommit(() -> connections.get().end(id(session), session.epoch(), status));
  }

  void audit(Tx tx, Session session, @Nullable Caller caller, String action, Map<String, ?> data) {
    if (caller == null) {
      Audit.record(
          tx, List.of(new Audit.Entry(account(session), org(session), null, action, data)));
    } else {
      Audit.record(tx, caller, action, org(session), data);
    }
  }

  void revoke(Tx tx, Session session) {
    tx.on(TransitionSql.class).deleteTokens(id(session));
    tx.afterCommit(() -> revoked(id(session), session.epoch()));
  }

  /** Tells the gateway of a claim that was taken away; after the commit. */
  void revoked(SessionId session, long epoch) {
    connections.get().revoke(session, epoch);
  }

  static SessionId id(Session session) {
    return new SessionId(session.sessionId());
  }

  static AccountId account(Session session) {
    return new AccountId(session.accountId());
  }

  static OrgId org(Session session) {
    return new OrgId(session.orgId());
  }

  static Kind kind(Session session) {
    return session.hasConnected() || session.status() == Status.RESUMING ? Kind.RESUME : Kind.NEW;
  }

  private static @Nullable SessionId parent(Session session) {
    return session.parentSessionId() == null ? null : new SessionId(session.parentSessionId());
  }

  private static String word(Detail detail) {
    return detail.name().toLowerCase(Locale.ROOT);
  }
}
