package io.agentservice.server.base.db;

import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import java.sql.SQLException;
import java.util.stream.Stream;

/** Tells a database that is away, or can't serve just now, from one that says no. */
public final class Outage {
  /** May be the statement's own fault, and so no outage. */
  private static final String CANCELLED = "57014";

  private Outage() {}

  /** Whether the failure passes; a change may have been made. */
  public static boolean is(Throwable failure) {
    return causes(failure).anyMatch(DatabaseUnavailableException.class::isInstance)
        && causes(failure).noneMatch(Outage::isCancelled);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }

  private static boolean isCancelled(Throwable cause) {
    return cause instanceof SQLException sql && CANCELLED.equals(sql.getSQLState());
  }
}
