package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.Map;

/**
 * What connections mean for sessions (sessions.md 2, rows 7, 28 and 34; fleet.md 6). Blocks, on any
 * thread; throws when the database does not answer, and the remote tries again.
 */
public interface GatewaySessions {

  /** Checks a connect token before the upgrade. Changes nothing. */
  Admission admit(SessionId session, String token);

  /** Row 7, in one transaction, for each connection of an epoch after its hello. */
  Connected connected(SessionId session, long epoch);

  /** Extends a deadline with less than half left; {@code connection} of {@link #connected}. */
  Standing keepAlive(SessionId session, long epoch, long connection);

  /**
   * Pulls the deadline in to the grace time, unless the epoch is over or a newer connection counts.
   */
  void lost(SessionId session, long epoch, long connection);

  /** Those that no longer count, and why, by one statement; called several times a second. */
  Map<Held, Standing> fallen(Collection<Held> connections);

  /**
   * The session could not be taken up though its remote is here; repeated reports end its wait
   * (sessions.md 2, rows 24 and 25).
   */
  void undriven(SessionId session, long epoch);

  /** A connection that counts, as far as this node knows. */
  record Held(SessionId session, long epoch, long connection) {}

  /** Whether a token opens the connection. */
  sealed interface Admission {
    /** The token is good for this session, which is that account's. */
    record Admitted(long epoch, AccountId account) implements Admission {}

    /** No token of ours, or no longer valid: 401. */
    record BadToken() implements Admission {}

    /** The session's own token, but the session is over or asleep: 401 that says so. */
    record SessionOver() implements Admission {}

    /** A valid token of another session: 403. */
    record OtherSession() implements Admission {}
  }

  /** Whether a connection counts. */
  sealed interface Connected {
    /** {@code connection} grows with each one; {@code environment} holds secrets. */
    record Accepted(long connection, Map<String, String> environment) implements Connected {
      public Accepted {
        environment = Map.copyOf(environment);
      }

      @Override
      public String toString() {
        return "Accepted[connection=%d, environment=%s]"
            .formatted(connection, environment.keySet());
      }
    }

    /** The claim ended between the upgrade and now: close 4000 where the session is over. */
    record Refused(boolean sessionOver) implements Connected {}
  }

  /** Whether a connection still counts. */
  enum Standing {
    CURRENT,
    /** Another node has accepted a newer connection of the same epoch: close 4409. */
    REPLACED,
    /** The session is over or asleep, and this node was not told, or not yet: close 4000. */
    OVER,
    /** The claim is released, lapsed or taken over: close 4403. */
    STALE
  }
}
