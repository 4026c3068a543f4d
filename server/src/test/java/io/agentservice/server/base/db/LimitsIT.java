package io.agentservice.server.base.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.base.db.connections.DatabaseAddress;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.base.db.connections.Lane;
import io.agentservice.server.base.db.connections.Limits;
import io.agentservice.server.base.db.connections.PoolSizes;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.TcpProxy;
import io.agentservice.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody is held up for long by who holds a row or a connection and stands still. */
class LimitsIT {
  private static final Limits SHORT =
      new Limits(
          Duration.ofMillis(500),
          Duration.ofSeconds(2),
          Duration.ofSeconds(3),
          Duration.ofSeconds(4),
          Duration.ofSeconds(1));

  private final TestDatabase test = TestDatabase.create();
  private final TcpProxy network = TcpProxy.before(test.jdbcUrl());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private Database database;

  interface Rows {
    @SqlUpdate("CREATE TABLE thing (n integer PRIMARY KEY, used integer NOT NULL)")
    void create();

    @SqlUpdate("INSERT INTO thing VALUES (1, 0)")
    void fill();

    @SqlUpdate("UPDATE thing SET used = used + 1")
    void use();

    @SqlQuery("SELECT used FROM thing")
    int used();

    @SqlQuery("SELECT current_setting(:name)")
    String setting(String name);

    @SqlQuery("SELECT pg_backend_pid()")
    int connection();

    @SqlQuery("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = :connection)")
    boolean isGone(int connection);

    @SqlQuery("SELECT true FROM pg_sleep(:seconds)")
    boolean sleep(int seconds);
  }

  @BeforeEach
  void open() {
    database = open(new PoolSizes(2, 1), SHORT);
    database.useTransaction(tx -> {
      tx.on(Rows.class).create();
      tx.on(Rows.class).fill();
    });
  }

  private Database open(PoolSizes sizes, Limits limits) {
    return Database.open(
        DatabaseAddress.of(network.through(test.jdbcUrl())), sizes, limits, Database.USUAL_WAIT);
  }

  @AfterEach
  void close() {
    goOn.countDown();
    network.close();
    threads.close();
    database.close();
    test.close();
  }

  private int used() {
    return database.<Rows, Integer>with(Rows.class, Rows::used);
  }

  private Future<?> holdRow(Lane lane) throws InterruptedException {
    var held = new CountDownLatch(1);
    var holder =
        threads.submit(() ->
            lane.run(() ->
                database.useTransaction(tx -> {
                  tx.on(Rows.class).use();
                  held.countDown();
                  await(goOn);
                  tx.on(Rows.class).used();
                })));
    await(held);
    return holder;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTransactionThatStandsStillIsUndoneTheOthersGoOnAndItRunsAgain() throws Exception {
    var holder = holdRow(Lane.SESSIONS);

    Lane.REQUESTS.run(() -> database.useTransaction(tx -> tx.on(Rows.class).use()));

    goOn.countDown();
    holder.get();
    assertThat(used()).isEqualTo(2);
  }

  @Test
  void workThatKeepsItsTransactionIdleEachTimeIsToldSoAfterTheSecond() {
    var tries = new AtomicInteger();

    try (var another = open(new PoolSizes(1, 1), SHORT)) {
      assertThatThrownBy(() ->
              database.useTransaction(tx -> {
                tries.incrementAndGet();
                tx.on(Rows.class).use();
                int connection = tx.on(Rows.class).connection();
                Await.until(() -> another.with(Rows.class, sql -> sql.isGone(connection)));
                tx.on(Rows.class).used();
              }))
          .isInstanceOf(DatabaseUnavailableException.class)
          .hasMessageContaining("idle-in-transaction");
    }

    assertThat(tries).hasValue(2);
    assertThat(used()).isZero();
  }

  @Test
  void aConnectionThatFellSilentIsGivenUpAndTheNextPieceOfWorkIsDone() throws Exception {
    var busy = new CountDownLatch(1);
    var inTheMiddle =
        threads.submit(() ->
            Lane.REQUESTS.<Integer, RuntimeException>call(() ->
                database.inTransaction(tx -> {
                  int used = tx.on(Rows.class).used();
                  network.silenceOpenOnes();
                  busy.countDown();
                  return used + tx.on(Rows.class).used();
                })));
    await(busy);

    assertThatThrownBy(inTheMiddle::get).hasCauseInstanceOf(DatabaseUnavailableException.class);
    assertThat(used()).isZero();
  }

  @Test
  void aStatementThatTakesTooLongIsEnded() {
    assertThatThrownBy(() -> database.with(Rows.class, sql -> sql.sleep(60)))
        .isInstanceOf(DatabaseUnavailableException.class)
        .hasMessageContaining("statement timeout");
  }

  @Test
  void aDatabaseThatIsAwayIsSaidSoAndFoundAgain() {
    assertThat(database.answers()).isTrue();
    network.refuse();
    long start = System.nanoTime();

    assertThatThrownBy(this::used).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(database.answers()).isFalse();

    // Far above what it takes on a busy machine, below the ten seconds of the driver.
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
    network.admit();
    Await.until(() -> database.answers());
    assertThat(used()).isZero();
  }

  @Test
  void workOfOneLaneDoesNotStandInTheLineOfAnother() throws Exception {
    var holder = holdRow(Lane.SESSIONS); // there is one connection for these

    assertThat(Lane.REQUESTS.<Integer, RuntimeException>call(this::used)).isZero();
    assertThat(Lane.NODE.<Integer, RuntimeException>call(this::used)).isZero();
    assertThat(database.answers()).isTrue();
    assertThat(holder.isDone()).isFalse();
  }

  @Test
  void sessionsWaitForTheirTurnLongerThanRequestsWould() throws Exception {
    var calm =
        new Limits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMillis(300));
    try (var patient = open(new PoolSizes(1, 1), calm)) {
      var held = new CountDownLatch(2);
      var holders = new ArrayList<Future<?>>();
      for (Lane lane : new Lane[] {Lane.REQUESTS, Lane.SESSIONS}) {
        holders.add(
            threads.submit(() ->
                lane.run(() ->
                    patient.useTransaction(tx -> {
                      held.countDown();
                      await(goOn);
                    }))));
      }
      await(held);
      var loop = threads.submit(() -> patient.<Rows, Integer>with(Rows.class, Rows::used));

      assertThatThrownBy(
              () -> Lane.REQUESTS.run(() -> patient.<Rows, Integer>with(Rows.class, Rows::used)))
          .isInstanceOf(DatabaseUnavailableException.class)
          .hasMessageContaining("REQUESTS");
      assertThat(loop.isDone()).isFalse();
      goOn.countDown();
      assertThat(loop.get()).isZero();
      for (var holder : holders) {
        holder.get();
      }
    }
  }

  @Test
  void eachLimitStrikesBeforeTheOneThatWaitsForIt() {
    var usual = Limits.USUAL;
    assertThat(usual.idle()).isLessThan(usual.lock());
    assertThat(usual.lock()).isLessThan(usual.statement());
    assertThat(usual.statement()).isLessThan(usual.silence());
    try (var common = open(PoolSizes.USUAL, usual)) {
      assertThat(setting(common, "idle_in_transaction_session_timeout")).isEqualTo("3s");
      assertThat(setting(common, "lock_timeout")).isEqualTo("5s");
      assertThat(setting(common, "statement_timeout")).isEqualTo("8s");
      assertThat(setting(common, "tcp_keepalives_idle")).isEqualTo("5");
    }
  }

  private static String setting(Database database, String name) {
    return database.<Rows, String>with(Rows.class, sql -> sql.setting(name));
  }
}
