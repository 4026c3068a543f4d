package io.agentservice.server.engine.lifecycle;

import io.agentservice.server.base.background.Failures;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.Outage;
import io.agentservice.server.base.db.Tx;
import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.OutpostId;
import io.agentservice.server.base.ids.SessionId;
import io.agentservice.server.engine.lifecycle.Turns.Tenure;
import io.agentservice.server.engine.lifecycle.states.Status;
import io.agentservice.server.engine.lifecycle.states.Status.Detail;
import io.agentservice.server.engine.lifecycle.states.Transition.Trigger;
import io.agentservice.server.engine.messages.Messages;
import io.agentservice.server.engine.queue.EntryChange.Deadline;
import io.agentservice.server.engine.queue.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What happens to a session by itself. Under an epoch that is over nothing is changed. */
public final class Lifecycle {
  /** The most machine time that the end of a server can take with it. */
  private static final int BOOKED_EVERY_SECONDS = 30;

  private final Database database;
  private final Transitions transitions;
  private final ConnectTokens tokens;
  private final CycleLimits limits;
  private final int claimSeconds;

  public Lifecycle(
      Database database,
      Transitions transitions,
      ConnectTokens tokens,
      CycleLimits limits,
      int claimSeconds) {
    this.database = database;
    this.transitions = transitions;
    this.tokens = tokens;
    this.limits = limits;
    this.claimSeconds = claimSeconds;
  }

  /** Registers who holds the remotes of this node. */
  public void connections(Connections connections) {
    transitions.connections(connections);
  }

  /** What a connect token is good for. */
  public sealed interface Admission {
    /** {@code account}: whose session it is. */
    record Admitted(long epoch, AccountId account) implements Admission {}

    record BadToken() implements Admission {}

    /** A token of this session's, made for a claim that is over. */
    record ClaimOver(long epoch) implements Admission {}

    record OtherSession() implements Admission {}
  }

  /** Whether the token opens the gateway for the session: its epoch is the present one. */
  public Admission admit(SessionId sessionId, String token) {
    var claim = tokens.read(token).orElse(null);
    if (claim == null) {
      return new Admission.BadToken();
    }
    long epoch = claim.epoch();
    boolean same = claim.session().equals(sessionId);
    return database
        .with(TransitionSql.class, sql -> sql.accountIfServed(claim.session(), epoch))
        .map(of -> same ? new Admission.Admitted(epoch, of) : new Admission.OtherSession())
        .orElseGet(() -> same ? new Admission.ClaimOver(epoch) : new Admission.BadToken());
  }

  /** Row 7: the remote is there. Answers the connection's number; empty when the claim is over. */
  public OptionalLong connected(SessionId sessionId, long epoch) {
    return database.inTransaction(tx -> {
      var locked =
          transitions
              .lock(tx, sessionId)
              .filter(session -> session.epoch() == epoch && session.isClaimed())
              .filter(session -> !session.status().atRest())
              .orElse(null);
      if (locked == null) {
        return OptionalLong.empty();
      }
      long connection = locked.connect(Messages.queued(tx, sessionId));
      transitions.write(tx, locked);
      return OptionalLong.of(connection);
    });
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

  /**
   * Row 34: extends a deadline with less than half left, books machine time, and suspends at a used
   * up limit (row 18), but not during a model call.
   */
  public Standing keepAlive(SessionId sessionId, long epoch, long connection) {
    return database.inTransaction(tx -> {
      var locked = transitions.lock(tx, sessionId).orElse(null);
      if (locked == null) {
        return Standing.STALE;
      }
      var standing =
          standing(
              locked.epoch() == epoch, locked.status().atRest(), locked.connection() == connection);
      if (standing != Standing.CURRENT) {
        return standing;
      }
      var sql = tx.on(TransitionSql.class);
      var limit =
          sql.bookMachine(sessionId, BOOKED_EVERY_SECONDS) > 0
              ? usedUp(tx, sessionId)
              : Optional.<Detail>empty();
      if (limit.isPresent()) {
        locked.sleep(Trigger.LIMIT, limit.get(), null);
      } else if (sql.isHalfOver(sessionId, claimSeconds)) {
        locked.extend(Deadline.EXTENDED);
      }
      transitions.write(tx, locked);
      return locked.status().atRest() ? Standing.OVER : Standing.CURRENT;
    });
  }

  /** The limit that machine time has used up; none during a model call. */
  private Optional<Detail> usedUp(Tx tx, SessionId id) {
    var sql = tx.on(TransitionSql.class);
    if (sql.isUsedUp(id)) {
      return Optional.of(Detail.USAGE_LIMIT_EXCEEDED);
    }
    return sql.isCalling(id)
        ? Optional.empty()
        : limits.usedUp(tx, id).map(CycleLimits.Reached::detail);
  }

  /** A connection, as the node knows it that holds it. */
  public record Held(SessionId session, Tenure tenure) {}

  /** Of these connections, those that don't count any more, with one statement and no lock. */
  public Map<Held, Standing> fallen(List<Held> connections) {
    var rows =
        database.with(
            TransitionSql.class,
            sql ->
                sql.fallen(
                    connections.stream().map(Held::session).toList(),
                    connections.stream().map(held -> held.tenure().epoch()).toList(),
                    connections.stream().map(held -> held.tenure().connection()).toList()));
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> new Held(row.sessionId(), new Tenure(row.epoch(), row.connection())),
                row -> standing(row.sameEpoch(), row.status().atRest(), false),
                (a, _) -> a));
  }

  private static Standing standing(boolean sameEpoch, boolean atRest, boolean sameConnection) {
    if (!sameEpoch) {
      return atRest ? Standing.OVER : Standing.STALE;
    }
    return sameConnection ? Standing.CURRENT : Standing.REPLACED;
  }

  /** Rows 24 and 25: no server could take the session up; it sleeps with that reason, or fails. */
  public void undriven(SessionId sessionId, long epoch, String message) {
    var _ =
        change(
            sessionId,
            (_, session) -> session.epoch() == epoch && !session.status().atRest(),
            (_, session) -> {
              if (session.status() == Status.RUNNING) {
                session.error("internal", message);
                session.sleep(Trigger.OUTAGE, Detail.ERROR, null);
              } else {
                session.fail("internal", message);
              }
            });
  }

  /** Pulls the deadline in and ends machine time, unless a newer connection counts. */
  public void lost(SessionId sessionId, long epoch, long connection) {
    var _ =
        change(
            sessionId,
            (_, session) ->
                session.connection() == connection
                    && (session.epoch() == epoch || session.status().atRest()),
            (_, session) -> session.disconnect());
  }

  /** Row 17: puts every session to sleep whose idle time is over, asking {@code goOn} at times. */
  public void sleepIdle(int idleSeconds, BooleanSupplier goOn) {
    Failures.<SessionId>paged(
        except -> database.with(TransitionSql.class, sql -> sql.idle(idleSeconds, except)),
        id ->
            change(
                id,
                (tx, session) ->
                    session.isResting()
                        && tx.on(TransitionSql.class).isIdle(id, idleSeconds)
                        && !Messages.queued(tx, id),
                (tx, session) -> {
                  session.sleep(Trigger.IDLE, Detail.INACTIVITY, null);
                  if (session.status().ended()) {
                    tx.on(TransitionSql.class).endsByItself(id);
                  }
                }),
        goOn);
  }

  /** Row 17 early: finished sessions, and long asking ones, make room for others. */
  public void makeRoom(int askingSeconds, BooleanSupplier goOn) {
    Failures.<SessionId>paged(
        except ->
            database.with(
                TransitionSql.class, sql -> sql.restingWhereOthersWait(askingSeconds, except)),
        id ->
            change(
                id,
                (tx, session) ->
                    (session.stored().isDone()
                            || (session.stored().isAsking()
                                && tx.on(TransitionSql.class).makesRoom(id, askingSeconds)))
                        && !Messages.queued(tx, id),
                (_, session) -> session.sleep(Trigger.IDLE, Detail.INACTIVITY, null)),
        goOn);
  }

  /** Row 33: ends sessions of deleted organizations, asking {@code goOn} after each hundred. */
  public void endOrphans(BooleanSupplier goOn) {
    database.with(TransitionSql.class, TransitionSql::markEmptied);
    Failures.<SessionId>paged(
        except -> database.with(TransitionSql.class, sql -> sql.orphans(except)),
        id ->
            change(
                id,
                (_, session) -> !session.status().ended(),
                (_, session) -> session.terminate(Trigger.ORPHAN, null, false)),
        goOn);
  }

  private interface Condition {
    boolean holds(Tx tx, LockedSession session);
  }

  private interface Change {
    void make(Tx tx, LockedSession session);
  }

  /** Whether it was to be changed. */
  private boolean change(SessionId id, Condition condition, Change change) {
    return database.inTransaction(tx -> {
      var due =
          transitions.lock(tx, id).filter(session -> condition.holds(tx, session)).orElse(null);
      if (due != null) {
        change.make(tx, due);
        transitions.write(tx, due);
      }
      return due != null;
    });
  }

  /** Row 4: places sessions without an outpost, asking {@code goOn} before each hundred. */
  public void placeWaiting(BooleanSupplier goOn) {
    Failures.each(
        database.with(TransitionSql.class, TransitionSql::wishes),
        wish -> {
          if (goOn.getAsBoolean() && database.inTransaction(tx -> hasPlace(tx, wish))) {
            inHundreds(
                after -> database.with(LockSql.class, sql -> sql.unplaced(wish, after)),
                ids -> place(wish, ids),
                goOn);
          }
        });
  }

  /** For most that wait there is none, which is to cost little. */
  private boolean hasPlace(Tx tx, TransitionSql.Wish wish) {
    return transitions.place(tx, wish).isPresent();
  }

  /** False when there is no place. */
  private boolean place(TransitionSql.Wish wish, List<SessionId> ids) {
    return database.inTransaction(tx -> {
      var place = transitions.place(tx, wish);
      if (place.isEmpty()) {
        return false;
      }
      var locked = transitions.lockUnplaced(tx, wish, ids);
      locked.forEach(session -> session.place(Trigger.PLACE, place.get()));
      transitions.write(tx, locked, _ -> {});
      return true;
    });
  }

  /**
   * Does it for all, a hundred at a time, until there is nothing more or it says no. Where it
   * fails, each of the hundred is tried by itself.
   *
   * @param page the first hundred after one
   * @param goOn asked before each hundred
   */
  private static void inHundreds(
      Function<String, List<SessionId>> page,
      Predicate<List<SessionId>> work,
      BooleanSupplier goOn) {
    var failures = new Failures();
    var ids = page.apply("");
    while (!ids.isEmpty() && goOn.getAsBoolean()) {
      boolean more = inOne(ids, work, failures);
      ids = more ? page.apply(ids.getLast().value()) : List.of();
    }
    failures.throwFirst();
  }

  private static boolean inOne(
      List<SessionId> ids, Predicate<List<SessionId>> work, Failures failures) {
    try {
      return work.test(ids);
    } catch (RuntimeException e) {
      if (Outage.is(e)) {
        throw e;
      }
      var _ =
          failures.of(
              ids,
              id -> {
                var _ = work.test(List.of(id));
              });
      return true;
    }
  }

  /**
   * Row 32: sessions on outposts that are gone are placed elsewhere, a hundred at a time. What is
   * missed, because another holds it or a session is being placed there, the next call finds.
   *
   * @param goOn asked before each hundred
   */
  public void evictAll(BooleanSupplier goOn) {
    Failures.each(
        database.with(TransitionSql.class, TransitionSql::left), outpost -> evict(outpost, goOn));
  }

  /** The same for a first hundred of one outpost. */
  public void evict(OutpostId outpost) {
    var hundreds = new AtomicInteger();
    evict(outpost, () -> hundreds.getAndIncrement() == 0);
  }

  private void evict(OutpostId outpost, BooleanSupplier goOn) {
    inHundreds(
        after -> database.with(TransitionSql.class, sql -> sql.queuedAt(outpost, after)),
        ids -> evict(outpost, ids),
        goOn);
  }

  private boolean evict(OutpostId outpost, List<SessionId> ids) {
    return database.inTransaction(tx -> {
      var locked =
          transitions.lockServed(tx, ids).stream()
              .filter(session -> isAt(session, outpost))
              .toList();
      var places = new HashMap<TransitionSql.Wish, Optional<Place>>();
      for (var session : locked) {
        var place =
            places.computeIfAbsent(session.stored().wish(), wish -> transitions.place(tx, wish));
        session.place(Trigger.EVICT, place.orElse(null));
      }
      transitions.write(tx, locked, _ -> {});
      return true;
    });
  }

  private static boolean isAt(LockedSession session, OutpostId outpost) {
    var entry = session.storedEntry();
    return entry != null && entry.outpostId().equals(outpost);
  }
}
