package io.agentservice.server.base.db.connections;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds connections that died silently by asking over another one which of them the database works
 * for: a node can't wait for the driver's ten seconds. Thread-safe.
 */
public final class DeadConnections {
  /** Not those of a connection that could not be opened. */
  private static final Set<String> BROKEN = Set.of("08003", "08006", "08007");

  private static final Logger LOG = LoggerFactory.getLogger(DeadConnections.class);

  /** Longer than a busy thread's pause between statements. */
  private static final Duration BEARABLE = Duration.ofSeconds(1);

  /** Then a connection is ended; a transaction without a statement has a second more. */
  private static final Duration DEAD = Duration.ofSeconds(2);

  /** Milliseconds since the database last heard of each of them; 0: it is at work. */
  private static final String HEARD =
      """
      SELECT pid, CASE WHEN state LIKE 'idle%'
                       THEN (extract(epoch FROM clock_timestamp() - state_change) * 1000)::bigint
                       ELSE 0 END
        FROM pg_stat_activity WHERE pid = ANY (?) OR pid = pg_backend_pid()
      """;

  private final Map<Connection, Long> begun = new ConcurrentHashMap<>();

  public void begin(Connection connection) {
    begun.put(connection, System.nanoTime());
  }

  public void end(Connection connection) {
    begun.remove(connection);
  }

  /** A connection that has been in use for some time. */
  private record Old(Connection connection, long millis) {}

  /**
   * Whether the database works for all connections in use; ends those that are dead, so that their
   * threads hear it.
   */
  public boolean isBearable(Connection asking) throws SQLException {
    var old = old();
    if (old.isEmpty()) {
      return true;
    }
    var heard = heard(asking, old.keySet().toArray(Integer[]::new));
    int own = asking.unwrap(PGConnection.class).getBackendPID();
    if (!heard.containsKey(own)) {
      return true; // a pooler is in between: these are not the database's own numbers
    }
    boolean bearable = true;
    for (Entry<Integer, Old> each : old.entrySet()) {
      long used = each.getValue().millis();
      long quiet = Math.min(used, heard.getOrDefault(each.getKey(), used));
      bearable &= quiet < BEARABLE.toMillis();
      if (quiet >= DEAD.toMillis()) {
        end(each.getValue(), quiet);
      }
    }
    return bearable;
  }

  private Map<Integer, Old> old() {
    long now = System.nanoTime();
    var old = new HashMap<Integer, Old>();
    begun.forEach((connection, since) -> {
      long millis = Duration.ofNanos(now - since).toMillis();
      if (millis >= BEARABLE.toMillis()) {
        try {
          old.put(
              connection.unwrap(PGConnection.class).getBackendPID(), new Old(connection, millis));
        } catch (SQLException _) {
          // It has been given back meanwhile.
        }
      }
    });
    return old;
  }

  private static Map<Integer, Long> heard(Connection asking, Integer[] processes)
      throws SQLException {
    try (var statement = asking.prepareStatement(HEARD)) {
      statement.setQueryTimeout(1);
      statement.setArray(1, asking.createArrayOf("int4", processes));
      var heard = new HashMap<Integer, Long>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          heard.put(rows.getInt(1), rows.getLong(2));
        }
      }
      return heard;
    }
  }

  private void end(Old dead, long quiet) throws SQLException {
    if (begun.remove(dead.connection()) != null) {
      LOG.warn("a connection to the database has been dead for {} ms and is ended", quiet);
      dead.connection().unwrap(Connection.class).abort(Runnable::run);
    }
  }

  /** Whether an open connection was cut or fell silent. */
  public static boolean isBroken(SQLException failure) {
    return failure.getSQLState() != null && BROKEN.contains(failure.getSQLState());
  }
}
