package io.agentservice.server.engine.gateway;

import io.agentservice.server.base.ids.AccountId;
import io.agentservice.server.base.ids.SessionId;
import java.util.Collection;
import java.util.Map;

/**
 * What connections mean for sessions (sessions.md section 2, rows 7, 28 and 34; fleet.md section
 * 6). Calls block, may come from any thread and may throw when the database does not answer: the
 * gateway then ends or keeps the connection so that the remote tries again.
 */
public interface GatewaySessions {

  /** Checks a connect token before the upgrade. Changes nothing. */
  Admission admit(SessionId session, String token);

  /**
   * The remote has connected and said hello: row 7, in one transaction. Called for each connection
   * of an epoch, also for reconnects.
   */
  Connected connected(SessionId session, long epoch);

  /**
   * The connection lives: moves the deadline on when less than half of its time is left. Called
   * several times within the time to live of a claim.
   *
   * @param connection the number that {@link #connected} gave
   */
  Standing keepAlive(SessionId session, long epoch, long connection);

  /**
   * The connection has ended: pulls the deadline in to the grace time. Does nothing when the epoch
   * is over or a newer connection of it has been accepted meanwhile, on whatever node.
   *
   * @param connection the number that {@link #connected} gave
   */
  void lost(SessionId session, long epoch, long connection);

  /**
   * Of these connections, those that no longer count, and why. One question to the database
   * whatever their number, asked several times a second: so a node learns soon what others did.
   */
  Map<Held, Standing> fallen(Collection<Held> connections);

  /**
   * The session could not be taken up though its remote is here, by a fault that is ours. Called
   * each time; who hears it again and again ends the session's wait (sessions.md section 2, rows 24
   * and 25).
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

    /** A valid token of another session: 403. */
    record OtherSession() implements Admission {}
  }

  /** Whether a connection counts. */
  sealed interface Connected {
    /**
     * The connection counts.
     *
     * @param connection grows with every accepted connection of the session
     * @param environment variables of the session's processes, its secrets included
     */
    record Accepted(long connection, Map<String, String> environment) implements Connected {
      public Accepted {
        environment = Map.copyOf(environment);
      }

      /** Never shows the values: they are the session's secrets. */
      @Override
      public String toString() {
        return "Accepted[connection=%d, environment=%s]"
            .formatted(connection, environment.keySet());
      }
    }

    /** The epoch ended between the upgrade and now: close 4403. */
    record Refused() implements Connected {}
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
