package io.agentservice.server.base.db.connections;

/**
 * The work was not done for a passing reason (outage, no connection, a lock); after a broken commit
 * it may have been.
 *
 * <p>Says nothing about the work itself: never a reason to give up a session or an entry.
 */
public final class DatabaseUnavailableException extends RuntimeException {
  /** {@code message}: one line for the log. */
  public DatabaseUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** When nothing was thrown: time is over. */
  public DatabaseUnavailableException(String message) {
    super(message);
  }
}
