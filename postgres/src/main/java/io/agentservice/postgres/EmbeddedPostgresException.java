package io.agentservice.postgres;

/** PostgreSQL could not be opened; the message is one line: what, where, and what to do. */
public final class EmbeddedPostgresException extends RuntimeException {
  EmbeddedPostgresException(String message) {
    super(message);
  }

  EmbeddedPostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
