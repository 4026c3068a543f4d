package io.agentservice.server.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Connections to a test's database that are used again: to open one costs the database many times
 * what a statement costs, and who waits for a row asks hundreds of times.
 */
final class Connections implements AutoCloseable {
  private static final int KEPT = 2;
  private static final int SECONDS_TO_ANSWER = 5;

  private final String jdbcUrl;
  private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(KEPT);

  Connections(String jdbcUrl) {
    // Plans are not kept: tests change tables under way.
    this.jdbcUrl = jdbcUrl + (jdbcUrl.contains("?") ? "&" : "?") + "prepareThreshold=0";
  }

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Does it on a connection that nobody else has meanwhile, and that commits each statement. */
  <T> T use(Work<T> work) throws SQLException {
    var connection = take();
    boolean kept = false;
    try {
      T result = work.on(connection);
      kept = idle.offer(connection);
      return result;
    } finally {
      if (!kept) {
        connection.close();
      }
    }
  }

  private Connection take() throws SQLException {
    for (var kept = idle.poll(); kept != null; kept = idle.poll()) {
      if (kept.isValid(SECONDS_TO_ANSWER)) {
        return kept;
      }
      kept.close();
    }
    return DriverManager.getConnection(jdbcUrl);
  }

  @Override
  public void close() throws SQLException {
    for (var kept = idle.poll(); kept != null; kept = idle.poll()) {
      kept.close();
    }
  }
}
