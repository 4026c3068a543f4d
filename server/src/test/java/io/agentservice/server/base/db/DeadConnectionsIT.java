package io.agentservice.server.base.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.DeadConnections;
import io.agentservice.server.base.db.connections.Limits;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that died without a word are told from those on which the database works. */
class DeadConnectionsIT {
  /** A driver that waits for longer than any test. */
  private static final Limits PATIENT =
      new Limits(
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofMillis(1500));

  private final TestDatabase test = TestDatabase.create();
  private final TcpProxy network = TcpProxy.before(test.jdbcUrl());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final DeadConnections silence = new DeadConnections();

  interface Rows {
    @SqlQuery("SELECT 1 FROM pg_sleep(:seconds)")
    int sleep(double seconds);
  }

  @AfterEach
  void close() {
    network.close();
    threads.close();
    test.close();
  }

  @Test
  void aConnectionThatDiedWhileItWasWaitedForIsUnbearableAndThenEnded() throws Exception {
    try (var used = DriverManager.getConnection(network.through(test.jdbcUrl()));
        var asking = DriverManager.getConnection(test.jdbcUrl())) {
      silence.begin(used);
      assertThat(silence.isBearable(asking)).isTrue();
      network.silenceOpenOnes();
      var waiting = threads.submit(() -> sleep(used, 0));

      Await.until(() -> !isBearable(asking));
      assertThatThrownBy(() -> lookUntil(asking, waiting)).hasCauseInstanceOf(SQLException.class);
      assertThat(silence.isBearable(asking)).isTrue();
    }
  }

  @Test
  void aConnectionOnWhichTheDatabaseWorksForLongIsLeftAlone() throws Exception {
    try (var used = DriverManager.getConnection(network.through(test.jdbcUrl()));
        var asking = DriverManager.getConnection(test.jdbcUrl())) {
      silence.begin(used);
      var working = threads.submit(() -> sleep(used, 3));
      while (!working.isDone()) {
        assertThat(silence.isBearable(asking) || working.isDone()).isTrue();
      }
      assertThat(working.get()).isEqualTo(1);
    }
  }

  @Test
  void whoWaitsOnADeadConnectionIsToldAndOthersAreServed() throws Exception {
    var address = DatabaseAddress.of(network.through(test.jdbcUrl()));
    try (var database = Database.open(address, new PoolSizes(2, 2), PATIENT, Duration.ZERO)) {
      var begun = new CountDownLatch(1);
      var dead = new CountDownLatch(1);
      Future<Integer> waiting =
          threads.submit(() ->
              database.inTransaction(tx -> {
                tx.on(Rows.class).sleep(0);
                begun.countDown();
                await(dead);
                return tx.on(Rows.class).sleep(0);
              }));
      begun.await();
      network.silenceOpenOnes();
      dead.countDown();

      assertThatThrownBy(
              () -> {
                while (!waiting.isDone()) {
                  database.answers();
                }
                waiting.get();
              })
          .hasCauseInstanceOf(DatabaseUnavailableException.class);
      Await.until(database::answers);
      int served = database.with(Rows.class, sql -> sql.sleep(0));
      assertThat(served).isEqualTo(1);
    }
  }

  private int lookUntil(Connection asking, Future<Integer> done)
      throws ExecutionException, InterruptedException {
    Await.until(() -> {
      isBearable(asking);
      return done.isDone();
    });
    return done.get();
  }

  private boolean isBearable(Connection asking) {
    try {
      return silence.isBearable(asking);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int sleep(Connection connection, int seconds) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT 1 FROM pg_sleep(" + seconds + ")")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
