package io.agentservice.server.base.db.connections;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first connection: waits for a database that comes up late, but not for one that says no. */
public final class FirstConnection {
  private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);

  /** Too many connections; about to stop, stopping, starting. */
  private static final Set<String> PASSING =
      Set.of("08000", "08001", "08006", "53300", "57P01", "57P02", "57P03");

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Of one try to connect and sign in. */
  private static final Duration LONGEST_TRY = Duration.ofSeconds(10);

  private FirstConnection() {}

  /**
   * To be closed by the caller; a {@code patience} of zero asks once. Throws {@link
   * DatabaseUnavailableException}, a line.
   */
  public static Connection open(DatabaseAddress address, Limits limits, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    boolean told = false;
    while (true) {
      long left = end - System.nanoTime();
      try {
        return DriverManager.getConnection(address.url(), properties(address, limits, left));
      } catch (SQLException e) {
        if (!passes(e)) {
          throw new DatabaseUnavailableException(reason(e), e);
        }
        if (end - System.nanoTime() <= PAUSE.toNanos() || !paused()) {
          throw new DatabaseUnavailableException(
              patience.isZero()
                  ? reason(e)
                  : "it did not answer for %d s: %s".formatted(patience.toSeconds(), reason(e)),
              e);
        }
        if (!told) {
          LOG.warn("waiting for the database, up to {} s: {}", patience.toSeconds(), reason(e));
          told = true;
        }
      }
    }
  }

  private static Properties properties(DatabaseAddress address, Limits limits, long left) {
    var properties = new Properties();
    limits.driver().forEach(properties::setProperty);
    long seconds = Math.min(LONGEST_TRY.toSeconds(), Duration.ofNanos(left).toSeconds());
    properties.setProperty("loginTimeout", Long.toString(Math.max(1, seconds)));
    address.secrets().forEach(properties::setProperty);
    return properties;
  }

  private static boolean passes(SQLException failure) {
    String state = failure.getSQLState();
    return state != null
        && PASSING.contains(state)
        && Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
            .noneMatch(SSLException.class::isInstance);
  }

  private static boolean paused() {
    try {
      Thread.sleep(PAUSE);
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String reason(SQLException failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
