package io.agentservice.server.base.db.connections;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections, behind a fair queue for each {@link Lane}. A thread at its turn gets one at
 * once, unless the database is away.
 */
public final class Pool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  /** Claim writers, lapses, and some for the feeds. */
  private static final int NODE_CONNECTIONS = 4;

  /** For the look whether the database answers. */
  private static final int SPARE = 1;

  /** The longest that a request waits in a line that moves. */
  private static final Duration BUSY = Duration.ofSeconds(10);

  /** The longest that a start waits once the database has answered. */
  private static final Duration FIRST = Duration.ofSeconds(15);

  /** The wait of the node's own work, as good as endless. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final HikariDataSource connections;
  private final ConnectionQueue requests;
  private final ConnectionQueue sessions;
  private final ConnectionQueue node = new ConnectionQueue(NODE_CONNECTIONS, PATIENCE, PATIENCE);
  private final DeadConnections deadConnections = new DeadConnections();

  public Pool(DatabaseAddress address, PoolSizes sizes, Limits limits) {
    requests = new ConnectionQueue(sizes.requests(), limits.line(), BUSY);
    sessions = new ConnectionQueue(sizes.sessions(), PATIENCE, PATIENCE);
    var config = new HikariConfig();
    config.setJdbcUrl(address.url());
    address.secrets().forEach(config::addDataSourceProperty);
    config.setPoolName("database");
    config.setMaximumPoolSize(sizes.requests() + sizes.sessions() + NODE_CONNECTIONS + SPARE);
    config.setMinimumIdle(NODE_CONNECTIONS);
    config.setRegisterMbeans(false);
    config.addDataSourceProperty("ApplicationName", "agent-server");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("logServerErrorDetail", "false");
    limits.set(config);
    config.setInitializationFailTimeout(-1); // the first connection has been made by now
    connections = new HikariDataSource(config);
  }

  public final class Lease implements AutoCloseable {
    private final Connection connection;
    private final ConnectionQueue line;
    private boolean done = true;

    private Lease(Connection connection, ConnectionQueue line) {
      this.connection = connection;
      this.line = line;
      deadConnections.begin(connection);
    }

    public Connection connection() {
      return connection;
    }

    public void failed() {
      done = false;
    }

    public void broken() {
      done = false;
      renew();
    }

    /** Never fails: the work is done by now. */
    @Override
    public void close() {
      deadConnections.end(connection);
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.debug("a connection was not given back in order", e);
      } finally {
        line.leave(done);
      }
    }
  }

  /** Throws {@link DatabaseUnavailableException} when no turn or connection came in time. */
  public Lease lease() {
    var lane = Lane.current();
    var line = line(lane);
    if (!entered(line)) {
      throw new DatabaseUnavailableException("no turn in the line of " + lane);
    }
    boolean leased = false;
    try {
      var lease = new Lease(connection(), line);
      leased = true;
      return lease;
    } catch (SQLException e) {
      if (e.getCause() instanceof SQLException cause && DeadConnections.isBroken(cause)) {
        renew();
      }
      throw new DatabaseUnavailableException("no connection: " + e.getMessage(), e);
    } finally {
      if (!leased) {
        line.leave(false);
      }
    }
  }

  /** Throws {@link DatabaseUnavailableException} after a quarter of a minute. */
  public void awaitFirst() {
    long end = System.nanoTime() + FIRST.toNanos();
    while (true) {
      try (var _ = connections.getConnection()) {
        return;
      } catch (SQLException e) {
        if (System.nanoTime() - end > 0) {
          throw new DatabaseUnavailableException(String.valueOf(e.getMessage()), e);
        }
      }
    }
  }

  /** Waits on while others are served: on a busy machine it takes long to open a connection. */
  private Connection connection() throws SQLException {
    long end = System.nanoTime() + BUSY.toNanos();
    while (true) {
      long before = served();
      try {
        return connections.getConnection();
      } catch (SQLTransientConnectionException e) {
        if (served() == before || System.nanoTime() - end > 0) {
          throw e;
        }
      }
    }
  }

  /** How many connections are used and idle, and how much work waits for one. */
  public Map<String, Double> use() {
    var pool = connections.getHikariPoolMXBean();
    double waiting = requests.waiting() + sessions.waiting() + node.waiting();
    return Map.of(
        "used", (double) pool.getActiveConnections(),
        "idle", (double) pool.getIdleConnections(),
        "waiting", waiting + pool.getThreadsAwaitingConnection());
  }

  private long served() {
    return requests.served() + sessions.served() + node.served();
  }

  /**
   * Where one connection broke, resting ones are likely dead too: all are made anew, used ones
   * after their use.
   */
  private void renew() {
    connections.getHikariPoolMXBean().softEvictConnections();
  }

  private ConnectionQueue line(Lane lane) {
    return switch (lane) {
      case REQUESTS -> requests;
      case SESSIONS -> sessions;
      case NODE -> node;
    };
  }

  private static boolean entered(ConnectionQueue line) {
    try {
      return line.enter();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnavailableException("interrupted while waiting for a connection", e);
    }
  }

  /** Whether the database answers within three seconds, also those who wait in line. */
  public boolean isAlive() {
    try (var connection = connections.getConnection()) {
      return connection.isValid(1) && deadConnections.isBearable(connection);
    } catch (SQLException _) {
      return false;
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
