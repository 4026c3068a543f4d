package io.agentservice.server.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agentservice.server.ids.Id;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;

/** The one way to the database. Thread-safe; blocking. */
public final class Database implements AutoCloseable {
  private static final int POOL_SIZE = 16;
  private static final long CONNECT_TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(10);

  /** Classes of SQLSTATE: data exceptions, violated constraints, deadlocks. */
  private static final Set<String> REFUSALS = Set.of("22", "23", "40");

  private final HikariDataSource pool;
  private final Handles handles;

  /** The transaction that the thread is in. */
  private final ScopedValue<Tx> enclosing = ScopedValue.newInstance();

  private Database(HikariDataSource pool) {
    this.pool = pool;
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
            .registerRowMapper(records)
            .registerColumnMapper(ids);
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(StatementNames::message);
    return jdbi;
  }

  /** Connects, brings the schema up to date, and is ready for use. */
  public static Database open(String jdbcUrl) {
    var config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setPoolName("database");
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
    config.setRegisterMbeans(false);
    config.addDataSourceProperty("ApplicationName", "agent-server");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("logServerErrorDetail", "false");
    var pool = new HikariDataSource(config);
    try {
      migrate(pool);
      return new Database(pool);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private static void migrate(DataSource dataSource) {
    Flyway.configure()
        .dataSource(dataSource)
        .locations("classpath:db/migration")
        .loggers("slf4j")
        .load()
        .migrate();
  }

  /**
   * Runs the function in one transaction: its changes are committed together, or not at all when it
   * throws. Inside another transaction of the thread it is a part of that one, undone alone when it
   * throws: a thread never waits for a second connection while it holds one.
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
    var ending = new Tx.Ending();
    T result =
        handles.with(attached ->
            attached
                .handle()
                .inTransaction(_ -> {
                  T done = enclosed(new Tx(attached, ending, "part"), work);
                  ending.last().forEach(Runnable::run);
                  return done;
                }));
    ending.signals().forEach(Runnable::run);
    return result;
  }

  private <T> T enclosed(Tx tx, Function<Tx, T> work) {
    return ScopedValue.where(enclosing, tx).call(() -> work.apply(tx));
  }

  /**
   * Whether the database lives and said no: to a value, a constraint or a deadlock. The transaction
   * is undone, which is not known after any other failure.
   */
  public static boolean refused(RuntimeException failure) {
    return failure instanceof StatementException
        && failure.getCause() instanceof SQLException cause
        && cause.getSQLState() != null
        && REFUSALS.contains(cause.getSQLState().substring(0, 2));
  }

  /** Whether the database answers; for the readiness probe. */
  public boolean answers() {
    try {
      return handles.with(
          attached -> attached.handle().createQuery("SELECT true").mapTo(Boolean.class).one());
    } catch (RuntimeException _) {
      return false;
    }
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
