package io.agentservice.server.base.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agentservice.server.testing.TestDatabase;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which failures say that the database is away, told by a real one. */
class OutageIT {
  private static TestDatabase server;
  private static Database database;

  @BeforeAll
  static void open() {
    server = TestDatabase.create();
    database = Database.open(server.jdbcUrl());
  }

  @AfterAll
  static void close() {
    database.close();
    server.close();
  }

  interface Statements {
    @SqlQuery("SELECT pg_terminate_backend(pg_backend_pid())")
    boolean endConnection();

    @SqlQuery("SELECT 1 / :by")
    int divide(int by);

    @SqlUpdate("SET LOCAL statement_timeout = 1")
    void hurry();

    @SqlQuery("SELECT true FROM pg_sleep(60)")
    boolean sleep();
  }

  @Test
  void aConnectionThatAnOperatorEndsIsAnOutage() {
    assertThat(
            Outage.is(
                catchThrowable(() -> database.with(Statements.class, Statements::endConnection))))
        .isTrue();
  }

  @Test
  void aPoolThatGetsNoConnectionIsAnOutage() {
    var gone = TestDatabase.create();
    var pool = Database.open(gone.jdbcUrl());
    pool.close();
    gone.close();
    assertThat(Outage.is(catchThrowable(() -> pool.with(Statements.class, sql -> sql.divide(1)))))
        .isTrue();
  }

  @Test
  void aStatementThatIsRefusedOrTakesTooLongIsNone() {
    assertThat(
            Outage.is(catchThrowable(() -> database.with(Statements.class, sql -> sql.divide(0)))))
        .isFalse();
    assertThat(
            Outage.is(
                catchThrowable(() ->
                    database.useTransaction(tx -> {
                      tx.on(Statements.class).hurry();
                      tx.on(Statements.class).sleep();
                    }))))
        .isFalse();
    assertThat(Outage.is(new IllegalStateException("a bug"))).isFalse();
  }
}
