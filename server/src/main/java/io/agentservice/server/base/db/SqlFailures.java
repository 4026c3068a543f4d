package io.agentservice.server.base.db;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** What a failure of the database means, by its SQLSTATE. */
final class SqlFailures {
  /** Connections, resources, an operator or a limit that intervenes, faults of the machine. */
  private static final Set<String> PASSING = Set.of("08", "53", "57", "58");

  /** A lock that was not had in time; transactions that idled or took too long; a standby. */
  private static final Set<String> PASSING_STATES = Set.of("55P03", "25P03", "25P04", "25006");

  /** Raised by our own triggers (ADR 42). */
  private static final String ORGANIZATION_GONE = "ORG04";

  /** Serialization failures and deadlocks: undone whole, and likely to pass at once. */
  private static final Set<String> COLLISIONS = Set.of("40001", "40P01");

  /** A transaction that idled was undone whole; the database is well, this server stood still. */
  private static final String STOOD_STILL = "25P03";

  private SqlFailures() {}

  /** Whether {@linkplain #told such a failure} is of a transaction that this server kept idle. */
  static boolean isOfStandingStill(RuntimeException failure) {
    return failure instanceof DatabaseUnavailableException
        && failure.getCause() != null
        && STOOD_STILL.equals(state(failure.getCause()));
  }

  static boolean isCollision(Throwable failure) {
    String state = state(failure);
    return state != null && COLLISIONS.contains(state);
  }

  /** The failure for callers above the database. */
  static RuntimeException told(RuntimeException failure) {
    String state = state(failure);
    if (ORGANIZATION_GONE.equals(state)) {
      return new OrganizationGoneException(failure);
    }
    boolean passing =
        state != null
            && (PASSING.contains(state.substring(0, 2)) || PASSING_STATES.contains(state));
    return passing
        ? new DatabaseUnavailableException(
            "%s (SQLSTATE %s)".formatted(reason(failure), state), failure)
        : failure;
  }

  private static @Nullable String state(Throwable failure) {
    return failure instanceof JdbiException
            && failure.getCause() instanceof SQLException cause
            && cause.getSQLState() != null
            && cause.getSQLState().length() == 5
        ? cause.getSQLState()
        : null;
  }

  private static String reason(Throwable failure) {
    return failure.getCause() == null
        ? failure.toString()
        : String.valueOf(failure.getCause().getMessage());
  }
}
