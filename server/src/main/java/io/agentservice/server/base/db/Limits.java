package io.agentservice.server.base.db;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import java.util.Map;

/**
 * How long anybody may hold up anybody (ADR 0020). Each limit is above the one that is to strike
 * first: a transaction that stands still is ended before those give up that wait for its locks, a
 * statement is ended by the database before we stop listening.
 *
 * @param idle in an open transaction, until the database ends the connection
 * @param lock until a statement gives up to wait for a row
 * @param statement until the database ends a statement
 * @param silence of the database on a connection, until it counts as lost; whole seconds
 * @param line until a request gives up to wait for a connection, or for its turn while nobody has
 *     one
 */
record Limits(Duration idle, Duration lock, Duration statement, Duration silence, Duration line) {
  static final Limits USUAL =
      new Limits(
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofSeconds(8),
          Duration.ofSeconds(10),
          Duration.ofMillis(1500));

  private static final String CONNECT_SECONDS = "3";

  /** To connect and sign in. */
  private static final String LOGIN_SECONDS = "5";

  /** For a sign of life of a connection that has rested. */
  private static final Duration SIGN_OF_LIFE = Duration.ofMillis(500);

  /** Ours for the driver; those in the address come before them. */
  void set(HikariConfig config) {
    config.setConnectionTimeout(line.toMillis());
    config.setValidationTimeout(SIGN_OF_LIFE.toMillis());
    driver().forEach(config::addDataSourceProperty);
    config.setConnectionInitSql(statements());
  }

  /** Those of the driver, by its names. */
  Map<String, String> driver() {
    return Map.of(
        "connectTimeout",
        CONNECT_SECONDS,
        "loginTimeout",
        LOGIN_SECONDS,
        "tcpKeepAlive",
        "true",
        "socketTimeout",
        Long.toString(silence.toSeconds()));
  }

  /** The database's half, which outlives a node that is frozen or cut off. */
  private String statements() {
    return """
    SET idle_in_transaction_session_timeout = %d;
    SET lock_timeout = %d;
    SET statement_timeout = %d;
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 2;
    SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = %d
    """
        .formatted(idle.toMillis(), lock.toMillis(), statement.toMillis(), silence.toMillis());
  }
}
