package io.agentservice.server.base.db.connections;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import java.util.Map;

/**
 * How long one may hold up others (ADR 0020); each limit is above the one that is to strike first.
 *
 * @param idle in an open transaction, until the database ends the connection
 * @param lock until a statement stops waiting for a row
 * @param statement until the database ends it
 * @param silence of the database until a connection counts as lost; whole seconds
 * @param line until a request stops waiting for a connection
 */
public record Limits(
    Duration idle, Duration lock, Duration statement, Duration silence, Duration line) {
  public static final Limits USUAL =
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

  /** Defaults, before those in the address. */
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

  /** The database's half, which outlives a frozen node. */
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
