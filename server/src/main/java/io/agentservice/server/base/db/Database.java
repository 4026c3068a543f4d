package io.agentservice.server.base.db;

import io.agentservice.server.base.ids.Id;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
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

/** The one way to the database. Thread-safe; blocking. */
public final class Database implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** How often work is tried that collides with other work. */
  private static final int TRIES = 4;

  private static final int LONGEST_PAUSE_MILLIS = 20;

  /** Keeps what it has read: one for all connections, so that each reads no statement again. */
  private static final SqlParser PARSER = new ColonPrefixSqlParser();

  private final Pool pool;
  private final Handles handles;
  private final Probe probe;

  /** The transaction that the thread is in. */
  private final ScopedValue<Tx> enclosing = ScopedValue.newInstance();

  /**
   * How many connections there are for each {@link Lane}; a few more are the node's own.
   *
   * @param requests for requests of callers
   * @param sessions for the sessions that run here
   */
  public record Sizes(int requests, int sessions) {
    /** For a server of the usual size. */
    public static final Sizes USUAL = new Sizes(12, 8);
  }

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
   * Connects, brings the schema up to date, and is ready for use.
   *
   * @throws DatabaseUnavailableException when there is no connection to be had, be it after a wait;
   *     the message says why, in the database's words
   * @throws NewerSchemaException when a later release has changed the database
   */
  public static Database open(String jdbcUrl) {
    return open(DatabaseAddress.of(jdbcUrl), Sizes.USUAL, USUAL_WAIT);
  }

  /**
   * As {@link #open(String)}, with so many connections.
   *
   * @param wait for a database that does not answer; zero: it is asked once
   */
  public static Database open(DatabaseAddress address, Sizes sizes, Duration wait) {
    return open(address, sizes, Limits.USUAL, wait);
  }

  static Database open(DatabaseAddress address, Sizes sizes, Limits limits, Duration wait) {
    try (var connection = FirstConnection.open(address, limits, wait)) {
      Schema.bundled().ensure(connection, () -> Schema.migrate(address));
    } catch (SQLException e) {
      throw new DatabaseUnavailableException(String.valueOf(e.getMessage()), e);
    }
    var pool = new Pool(address, sizes, limits);
    try {
      pool.awaitFirst();
      return new Database(pool);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * Has Java load what the first statement takes before there is a database: to be called while one
   * is waited for.
   *
   * @param statements an interface of some
   * @param use a query of them; it finds nothing
   */
  public static <S> void warmUp(Class<S> statements, Consumer<S> use) {
    Handles.warmUp(
        connection -> library(connection, new RecordMappers(), new IdColumns()), statements, use);
  }

  /**
   * Why no connection to a database comes about, in words that hold no password; empty when one
   * does. Nothing is changed there.
   */
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
   * Runs the function in one transaction: its changes are committed together, or not at all when it
   * throws. Inside another transaction of the thread it is a part of that one, undone alone when it
   * throws: a thread never waits for a second connection while it holds one.
   *
   * <p>Work that collides with other work (deadlock, serialization failure) is undone and run
   * again, so it changes nothing but the database, or sets anew what it changes.
   *
   * @throws DatabaseUnavailableException when the database is away or busy
   */
  public <T> T inTransaction(Function<Tx, T> work) {
    return enclosing.isBound() ? enclosing.get().part(part -> enclosed(part, work)) : begin(work);
  }

  /** As {@link #inTransaction}, for work that answers nothing. */
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
        if (attempt == TRIES || !Faults.isCollision(e) || !paused(attempt)) {
          throw e;
        }
        LOG.debug("transactions collided, trying again attempt={}", attempt);
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

  /** The work is committed: nothing that a signal throws can undo it, or keep back the others. */
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

  /** Whether the database answers; for the readiness probe. Takes less than a second. */
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
