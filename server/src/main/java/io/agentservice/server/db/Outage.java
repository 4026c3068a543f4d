package io.agentservice.server.db;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** Tells a database that can't be reached, or can't serve just now, from one that says no. */
public final class Outage {
  /** Connections, lack of resources, and what an operator or a crash does. */
  private static final Set<String> CLASSES = Set.of("08", "53", "57", "58");

  /** A statement that was cancelled took too long; the database lives. */
  private static final String CANCELLED = "57014";

  private Outage() {}

  /**
   * Whether a failure says nothing about what was asked for: the same may succeed later. Whether a
   * change was made is unknown.
   */
  public static boolean is(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if ((cause instanceof DatabaseUnavailableException
              && !(cause.getCause() instanceof JdbiException)) // there was no connection
          || cause instanceof ConnectionException
          || cause instanceof SQLTransientConnectionException
          || cause instanceof SQLNonTransientConnectionException
          || cause instanceof SQLRecoverableException
          || (cause instanceof SQLException sql && is(sql.getSQLState()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(@Nullable String state) {
    return state != null
        && state.length() == CANCELLED.length()
        && CLASSES.contains(state.substring(0, 2))
        && !state.equals(CANCELLED);
  }
}
