package io.agentservice.server.sessions;

import static io.agentservice.server.sessions.Transitions.account;
import static io.agentservice.server.sessions.Transitions.id;

import io.agentservice.server.auth.Caller;
import io.agentservice.server.auth.Tokens;
import io.agentservice.server.db.Database;
import io.agentservice.server.db.Tx;
import io.agentservice.server.ids.AccountId;
import io.agentservice.server.ids.SessionId;
import io.agentservice.server.queue.Entry;
import io.agentservice.server.queue.Entry.Phase;
import java.util.Map;
import java.util.Optional;

/** Claim, renewal, release and lapse (fleet.md 3). */
public final class Claims {
  /** How a connect token begins. */
  public static final String TOKEN_PREFIX = "agc_";

  private final Database database;
  private final Transitions transitions;
  private final int maxDeliveries;

  Claims(Database database, Transitions transitions, int maxDeliveries) {
    this.database = database;
    this.transitions = transitions;
    this.maxDeliveries = maxDeliveries;
  }

  /** How a claim ended. */
  public sealed interface Claimed {
    /** The claimer holds it; the token is shown this once. */
    record Won(Entry entry, String connectToken) implements Claimed {}

    /** Another worker holds it. */
    record Lost() implements Claimed {}

    /** He holds it, but the session sleeps or is over: there is nothing to serve. */
    record Ended() implements Claimed {}

    record NoEntry() implements Claimed {}
  }

  /** How a release ended. */
  public sealed interface Released {
    /** The entry as it is now; a tombstone when the session sleeps or is over. */
    record Done(Entry entry) implements Released {}

    record NotHolder() implements Released {}

    record NoEntry() implements Released {}
  }

  /** Claims the session's entry for a worker, or renews his claim. */
  public Claimed claim(AccountId account, SessionId sessionId, String acceptorId, Caller caller) {
    return database.inTransaction(tx -> {
      var entry = living(tx, account, sessionId).orElse(null);
      var session = entry == null ? null : tx.on(SessionSql.class).lock(sessionId).orElse(null);
      if (entry == null || session == null) {
        return new Claimed.NoEntry();
      }
      boolean renewal = entry.phase() == Phase.CLAIMED;
      if (renewal && !acceptorId.equals(entry.acceptorId())) {
        return new Claimed.Lost();
      }
      if (renewal && (session.status() == Status.SUSPENDED || session.status().ended())) {
        return new Claimed.Ended();
      }
      return grant(tx, session, acceptorId, renewal, caller);
    });
  }

  private Claimed grant(Tx tx, Session session, String acceptorId, boolean renewal, Caller caller) {
    String token = Tokens.create(TOKEN_PREFIX);
    long epoch = renewal ? session.epoch() : session.epoch() + 1;
    if (!renewal) {
      var status = session.status() == Status.NEW ? Status.CLAIMED : session.status();
      transitions.move(tx, session, status, session.statusDetail(), true);
      transitions.audit(
          tx,
          session,
          caller,
          "claim_session",
          Map.of("session_id", session.sessionId(), "acceptor_id", acceptorId));
    }
    tx.on(TransitionSql.class).insertToken(Tokens.digest(token), id(session), epoch);
    transitions.queue().claim(tx, account(session), id(session), acceptorId);
    return new Claimed.Won(transitions.queue().find(tx, id(session)).orElseThrow(), token);
  }

  /** Gives the entry back. */
  public Released release(
      AccountId account, SessionId sessionId, String acceptorId, Caller caller) {
    return database.inTransaction(tx -> {
      var entry = living(tx, account, sessionId).orElse(null);
      var session = entry == null ? null : tx.on(SessionSql.class).lock(sessionId).orElse(null);
      if (entry == null || session == null) {
        return new Released.NoEntry();
      }
      if (!acceptorId.equals(entry.acceptorId())) {
        return new Released.NotHolder();
      }
      transitions.audit(
          tx,
          session,
          caller,
          "release_session",
          Map.of("session_id", session.sessionId(), "acceptor_id", acceptorId));
      transitions.unclaim(tx, session, maxDeliveries);
      return new Released.Done(transitions.queue().last(tx, sessionId).orElseThrow());
    });
  }

  /** Applies every lapse that is due, so that nobody sees a lapsed claim as claimed. */
  public void applyLapses() {
    transitions
        .queue()
        .lapsed()
        .forEach(session -> database.useTransaction(tx -> lapse(tx, session)));
  }

  /** Locks the session and answers its entry, after applying a lapse that is due. */
  private Optional<Entry> living(Tx tx, AccountId account, SessionId sessionId) {
    var session = tx.on(SessionSql.class).lock(sessionId);
    if (session.isEmpty() || !session.get().accountId().equals(account.value())) {
      return Optional.empty();
    }
    lapse(tx, sessionId);
    return transitions.queue().find(tx, sessionId);
  }

  private void lapse(Tx tx, SessionId sessionId) {
    var session = tx.on(SessionSql.class).lock(sessionId).orElse(null);
    var entry = transitions.queue().find(tx, sessionId).orElse(null);
    if (session == null || entry == null || !entry.lapsed()) {
      return;
    }
    transitions.audit(
        tx,
        session,
        null,
        "lapse_claim",
        Map.of(
            "session_id", session.sessionId(), "acceptor_id", String.valueOf(entry.acceptorId())));
    transitions.unclaim(tx, session, maxDeliveries);
  }
}
