package io.agentservice.server.base.db;

import java.sql.SQLException;
import java.util.stream.Stream;

/** Tells a database that is away, or can't serve just now, from one that says no. */
public final class Outage {
  /**
   * A statement that took too long: it may be the statement's own fault, and then is no outage
   * however often it is tried.
   */
  private static final String CANCELLED = "57014";

  private Outage() {}

  /**
   * Whether a failure says nothing about what was asked for: the same may succeed later. Whether a
   * change was made is unknown.
   */
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
