package io.agentservice.server.base.db;

/**
 * The database did not do the work, for a reason that passes: it is away, has no connection to
 * spare, ended ours, or another transaction holds for too long what was needed. The work can be
 * done again; when the connection broke at its commit, it is not known whether it was done.
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
