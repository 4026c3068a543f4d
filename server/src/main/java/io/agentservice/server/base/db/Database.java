package io.agentservice.server.base.db;

import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.FirstConnection;
import io.agentservice.server.base.db.connections.Limits;
import io.agentservice.server.base.db.connections.Pool;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.base.db.connections.Probe;
import io.agentservice.server.base.ids.Id;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database. Thread-safe; blocking. */
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** How often work is tried that collides with other work. */
  private static final int TRIES = 4;

  private static final int LONGEST_PAUSE_MILLIS = 20;

  /** Shared, so that no connection parses a statement again. */
  private static final SqlParser PARSER = new ColonPrefixSqlParser();

  private final Pool pool;
  private final Handles handles;
  private final Probe probe;

  /** The transaction that the thread is in. */
  private final ScopedValue<Tx> enclosing = ScopedValue.newInstance();

  private Database(Pool pool) {
    this.pool = pool;
    probe = new Probe(pool::isAlive);
    var records = new RecordMappers();
    var ids = new IdColumns();
    handles = new Handles(pool, connection -> library(connection, records, ids));
  }

  private static Jdbi library(Connection connection, RecordMappers records, IdColumns ids) {
    var jdbi =
        Jdbi.create(connection)
            .installPlugin(new SqlObjectPlugin())
            .installPlugin(new PostgresPlugin())
            .registerArgument(new IdArgument())
            .registerArrayType(new IdArrays())
            .registerRowMapper(records)
            .registerColumnMapper(ids);
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementNames::message);
    jdbi.getConfig(SqlStatements.class).setSqlParser(PARSER);
    return jdbi;
  }

  /** How long a start waits for a database that does not answer, if nothing else is set. */
  public static final Duration USUAL_WAIT = Duration.ofSeconds(60);

  /**
   * Connects and migrates. Throws {@link DatabaseUnavailableException}, after a wait, or {@link
   * NewerSchemaException}.
   */
  public static Database open(String jdbcUrl) {
    return open(DatabaseAddress.of(jdbcUrl), PoolSizes.USUAL, USUAL_WAIT);
  }

  /** As {@link #open(String)}; with a {@code wait} of zero the database is asked once. */
  public static Database open(DatabaseAddress address, PoolSizes sizes, Duration wait) {
    return open(address, sizes, Limits.USUAL, wait);
  }

  static Database open(DatabaseAddress address, PoolSizes sizes, Limits limits, Duration wait) {
    migrate(address, limits, wait);
    var pool = new Pool(address, sizes, limits);
    try {
      pool.awaitFirst();
      return new Database(pool);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /** Applies what is missing of the schema, as {@link #open} does before anything else. */
  public static void migrate(DatabaseAddress address, Duration wait) {
    migrate(address, Limits.USUAL, wait);
  }

  private static void migrate(DatabaseAddress address, Limits limits, Duration wait) {
    try (var connection = FirstConnection.open(address, limits, wait)) {
      Schema.bundled().ensure(connection, () -> Schema.migrate(address));
    } catch (SQLException e) {
      throw new DatabaseUnavailableException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Loads the classes of a first statement before there is a database; {@code use} is a query that
   * finds nothing.
   */
  public static <S> void warmUp(Class<S> statements, Consumer<S> use) {
    Handles.warmUp(
        connection -> library(connection, new RecordMappers(), new IdColumns()), statements, use);
  }

  /** As {@link Pool#use()}. */
  public Map<String, Double> use() {
    return pool.use();
  }

  /** Why a database refuses connections, without a password; empty when it doesn't. */
  public static Optional<String> refusal(String jdbcUrl) {
    try (var _ = DriverManager.getConnection(jdbcUrl, patience())) {
      return Optional.empty();
    } catch (SQLException e) {
      var message = String.valueOf(e.getMessage());
      return Optional.of(
          message.contains(jdbcUrl)
              ? "the address can't be understood; it begins with jdbc:postgresql:"
              : message);
    }
  }

  private static Properties patience() {
    var properties = new Properties();
    properties.setProperty("loginTimeout", "10");
    return properties;
  }

  /**
   * Runs the function in one transaction, or as a savepoint of the thread's.
   *
   * <p>After a deadlock or serialization failure it runs again, and once when the database undid it
   * because this server stood still; so it changes nothing but the database. Throws {@link
   * DatabaseUnavailableException} when that is away or busy.
   */
  public <T> T inTransaction(Function<Tx, T> work) {
    return enclosing.isBound() ? enclosing.get().part(part -> enclosed(part, work)) : begin(work);
  }

  public void useTransaction(Consumer<Tx> work) {
    inTransaction(tx -> {
      work.accept(tx);
      return true;
    });
  }

  /** One statement, in a transaction of its own or as a part of the thread's. */
  public <S, T> T with(Class<S> sql, Function<S, T> work) {
    return enclosing.isBound()
        ? enclosing.get().part(part -> work.apply(part.on(sql)))
        : handles.with(attached -> work.apply(attached.on(sql)));
  }

  private <T> T begin(Function<Tx, T> work) {
    for (int attempt = 1; true; attempt++) {
      var ending = new Tx.Ending(); // anew: nothing is left of a try that was undone
      T result;
      try {
        result = committed(work, ending);
      } catch (RuntimeException e) {
        if (attempt >= tries(e) || !paused(attempt)) {
          throw e;
        }
        LOG.debug("a transaction was undone, trying again attempt={}", attempt, e);
        continue;
      }
      ending.signals().forEach(Database::signal);
      return result;
    }
  }

  private <T> T committed(Function<Tx, T> work, Tx.Ending ending) {
    return handles.with(attached ->
        attached
            .handle()
            .inTransaction(_ ->
                enclosed(
                    new Tx(attached, ending, "part"),
                    tx -> {
                      T done = work.apply(tx);
                      for (int i = 0; i < ending.last().size(); i++) { // a step may add one
                        ending.last().get(i).run();
                      }
                      return done;
                    })));
  }

  /** Once more after standing still: work that thinks for seconds would do so again. */
  private static int tries(RuntimeException failure) {
    if (SqlFailures.isOfStandingStill(failure)) {
      return 2;
    }
    return SqlFailures.isCollision(failure) ? TRIES : 1;
  }

  /** Not for the same time as the other; false when interrupted. */
  private static boolean paused(int attempt) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, attempt * LONGEST_PAUSE_MILLIS));
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Committed: a signal that throws undoes nothing and keeps back no other. */
  private static void signal(Runnable signal) {
    try {
      signal.run();
    } catch (RuntimeException | Error e) {
      LOG.error("a signal failed after the commit", e);
    }
  }

  private <T> T enclosed(Tx tx, Function<Tx, T> work) {
    return ScopedValue.where(enclosing, tx).call(() -> work.apply(tx));
  }

  /** Whether the database answers within a second. */
  public boolean answers() {
    return probe.answers();
  }

  @Override
  public void close() {
    pool.close();
  }

  /** Typed ids go into statements as their text. */
  private static final class IdArgument extends AbstractArgumentFactory<Id> {
    IdArgument() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(Id id, ConfigRegistry config) {
      return (position, statement, context) -> statement.setString(position, id.value());
    }
  }
}
