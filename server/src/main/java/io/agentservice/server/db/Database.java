package io.agentservice.server.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agentservice.server.ids.Id;
import io.agentservice.server.ids.SessionId;
import java.sql.Connection;
import java.sql.Types;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.jdbi.v3.sqlobject.SqlObjectPlugin;

/** The one way to the database. Thread-safe; blocking. */
public final class Database implements AutoCloseable {
  private static final int POOL_SIZE = 16;
  private static final long CONNECT_TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final HikariDataSource pool;
  private final Handles handles;

  /** The transaction of {@link #together}, in its thread. */
  private final ScopedValue<Tx> enclosing = ScopedValue.newInstance();

  private Database(HikariDataSource pool) {
    this.pool = pool;
    var records = new RecordMappers();
    handles = new Handles(pool, connection -> library(connection, records));
  }

  private static Jdbi library(Connection connection, RecordMappers records) {
    var jdbi =
        Jdbi.create(connection)
            .installPlugin(new SqlObjectPlugin())
            .installPlugin(new PostgresPlugin())
            .registerArgument(new IdArgument())
            .registerRowMapper(records)
            .registerColumnMapper(
                SessionId.class, (rows, column, _) -> new SessionId(rows.getString(column)));
    // A failed statement reaches the log; the values bound to it (prompts, notes) must not.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
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
   * throws. Inside {@link #together} it is a part of that transaction.
   */
  public <T> T inTransaction(Function<Tx, T> work) {
    return enclosing.isBound() ? join(work) : begin(work);
  }

  /** As {@link #inTransaction}, for work that answers nothing. */
  public void useTransaction(Consumer<Tx> work) {
    inTransaction(tx -> {
      work.accept(tx);
      return true;
    });
  }

  /** One statement, in a transaction of its own or in that of {@link #together}. */
  public <S, T> T with(Class<S> sql, Function<S, T> work) {
    return enclosing.isBound()
        ? join(tx -> work.apply(tx.on(sql)))
        : handles.with(attached -> work.apply(attached.on(sql)));
  }

  /**
   * Runs the function in one transaction that everything joins that its thread does with this
   * database meanwhile. A part of it that throws is undone alone; signals wait for the commit.
   */
  public <T> T together(Function<Tx, T> work) {
    return begin(tx -> enclosed(tx, work));
  }

  private <T> T join(Function<Tx, T> work) {
    return enclosing.get().part(part -> enclosed(part, work));
  }

  private <T> T enclosed(Tx tx, Function<Tx, T> work) {
    return ScopedValue.where(enclosing, tx).call(() -> work.apply(tx));
  }

  private <T> T begin(Function<Tx, T> work) {
    var signals = new ArrayList<Runnable>();
    T result =
        handles.with(attached ->
            attached.handle().inTransaction(_ -> work.apply(new Tx(attached, signals, "part"))));
    signals.forEach(Runnable::run);
    return result;
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
