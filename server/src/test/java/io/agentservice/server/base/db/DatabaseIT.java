package io.agentservice.server.base.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentservice.server.testing.LogsErrors;
import io.agentservice.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jdbi.v3.sqlobject.customizer.BindMethods;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@LogsErrors("a signal failed after the commit")
class DatabaseIT {
  private static TestDatabase test;
  private static Database database;

  interface Numbers {
    @SqlQuery("SELECT n FROM number WHERE n = :n FOR UPDATE")
    int hold(int n);

    @SqlUpdate("CREATE TABLE IF NOT EXISTS number (n integer PRIMARY KEY)")
    void create();

    @SqlUpdate("INSERT INTO number VALUES (:n)")
    void add(int n);

    @SqlQuery("SELECT count(*) FROM number WHERE n BETWEEN :from AND :to")
    long count(int from, int to);

    @SqlQuery("SELECT pg_backend_pid()")
    int connection();

    @SqlQuery("SELECT 1 AS low_end, 2 AS high_end")
    Range inOrder();

    @SqlQuery("SELECT 2 AS high_end, 9 AS other, 1 AS low_end")
    Range otherwise();

    @SqlQuery("SELECT 1 AS low_end")
    Range half();

    @SqlQuery("SELECT 'there' AS name, 1 AS low_end, 2 AS high_end, 'why' AS text, 7 AS line")
    Parts parts();

    @SqlQuery(
        "SELECT NULL AS text, NULL::int AS line, 2 AS high_end, 'there' AS name, 1 AS low_end")
    Parts partsWithoutRemark();

    @SqlQuery("SELECT :range.lowEnd + :range.highEnd")
    int sum(@BindMethods Parts parts);
  }

  /** A row in parts, one of which may not be there. */
  public record Parts(String name, Range range, @Nullable Remark remark) {}

  public record Remark(@Nullable String text, int line) {}

  /** Two columns. */
  public record Range(int lowEnd, int highEnd) {}

  @BeforeAll
  static void open() {
    test = TestDatabase.create();
    database = Database.open(test.jdbcUrl());
    database.useTransaction(tx -> tx.on(Numbers.class).create());
  }

  @AfterAll
  static void close() {
    database.close();
    test.close();
  }

  @Test
  void workThatFailsIsUndoneAndLeavesNothingToTheNext() {
    assertThatThrownBy(() ->
            database.useTransaction(tx -> {
              tx.on(Numbers.class).add(1);
              throw new IllegalArgumentException("no");
            }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() ->
            database.useTransaction(tx -> {
              tx.on(Numbers.class).add(2);
              tx.on(Numbers.class).add(2);
            }))
        .isInstanceOf(UnableToExecuteStatementException.class);

    database.useTransaction(tx -> tx.on(Numbers.class).add(3));

    assertThat(count(1, 9)).isEqualTo(1);
  }

  @Test
  void signalsRunAfterTheCommitAndNotAfterAFailure() {
    var signals = new ArrayList<Long>();
    database.useTransaction(tx -> {
      tx.on(Numbers.class).add(11);
      tx.afterCommit(() -> signals.add(count(11, 19)));
      assertThat(signals).isEmpty();
    });
    assertThatThrownBy(() ->
            database.useTransaction(tx -> {
              tx.afterCommit(() -> signals.add(-1L));
              throw new IllegalArgumentException("no");
            }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(signals).containsExactly(1L);
  }

  @Test
  void whatComesLastRunsInTheTransactionAfterAllElseOfTheOutermostWork() {
    database.useTransaction(outer -> {
      database.useTransaction(
          tx -> tx.last(() -> tx.on(Numbers.class).add((int) count(71, 79) + 75)));
      assertThatThrownBy(() ->
              database.useTransaction(tx -> {
                tx.last(() -> tx.on(Numbers.class).add(79));
                throw new IllegalArgumentException("no");
              }))
          .isInstanceOf(IllegalArgumentException.class);
      outer.on(Numbers.class).add(71);
      outer.on(Numbers.class).add(72);
    });

    assertThat(count(71, 79)).isEqualTo(3);
    assertThat(count(77, 77)).isEqualTo(1); // it saw both
  }

  @Test
  void workInsideOtherWorkIsAPartOfItsTransaction() {
    var signals = new ArrayList<Long>();
    assertThatThrownBy(() ->
            database.useTransaction(outer -> {
              database.useTransaction(tx -> tx.on(Numbers.class).add(31));
              database.useTransaction(tx -> tx.afterCommit(() -> signals.add(-1L)));
              throw new IllegalArgumentException("no");
            }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(count(31, 39)).isZero();

    database.useTransaction(outer -> {
      database.useTransaction(tx -> {
        tx.on(Numbers.class).add(31);
        tx.afterCommit(() -> signals.add(count(31, 39)));
      });
      assertThat(database.<Numbers, Integer>with(Numbers.class, Numbers::connection))
          .isEqualTo(outer.on(Numbers.class).connection());
      assertThat(count(31, 39)).isEqualTo(1);
      assertThat(signals).isEmpty();
    });

    assertThat(count(31, 39)).isEqualTo(1);
    assertThat(signals).containsExactly(1L);
  }

  @Test
  void aPartThatFailsIsUndoneAlone() {
    var signals = new ArrayList<Integer>();
    database.useTransaction(outer -> {
      outer.on(Numbers.class).add(41);
      assertThatThrownBy(() ->
              database.useTransaction(tx -> {
                database.useTransaction(inner -> {
                  inner.on(Numbers.class).add(42);
                  inner.afterCommit(() -> signals.add(42));
                });
                tx.on(Numbers.class).add(41);
              }))
          .isInstanceOf(UnableToExecuteStatementException.class);
      database.useTransaction(tx -> {
        tx.on(Numbers.class).add(43);
        tx.afterCommit(() -> signals.add(43));
      });
    });

    assertThat(count(41, 49)).isEqualTo(2);
    assertThat(signals).containsExactly(43);
  }

  @Test
  void manyThreadsWorkSideBySide() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < 400; i++) {
        int n = 1000 + i;
        work.add(() ->
            database.inTransaction(tx -> {
              tx.on(Numbers.class).add(n);
              return tx.on(Numbers.class).count(n, n) == 1;
            }));
      }
      for (var done : threads.invokeAll(work)) {
        assertThat(done.get()).isTrue();
      }
    }

    assertThat(count(1000, 1399)).isEqualTo(400);
  }

  @Test
  void transactionsThatDeadlockAreRunAgainAndBothSucceed() throws Exception {
    database.useTransaction(tx -> {
      tx.on(Numbers.class).add(51);
      tx.on(Numbers.class).add(52);
    });
    var bothHoldOne = new CyclicBarrier(2);
    var tries = new AtomicInteger();
    var signals = Collections.synchronizedList(new ArrayList<Integer>());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var one = threads.submit(() -> crossing(51, 52, bothHoldOne, tries, signals));
      var other = threads.submit(() -> crossing(52, 51, bothHoldOne, tries, signals));
      one.get();
      other.get();
    }

    assertThat(tries.get()).isGreaterThan(2);
    assertThat(signals).as("one each, none of the try that was undone").hasSize(2);
  }

  private static void crossing(
      int first, int second, CyclicBarrier barrier, AtomicInteger tries, List<Integer> signals) {
    var alone = new AtomicBoolean();
    database.useTransaction(tx -> {
      tries.incrementAndGet();
      tx.afterCommit(() -> signals.add(first));
      tx.on(Numbers.class).hold(first);
      if (!alone.getAndSet(true)) {
        meet(barrier);
      }
      tx.on(Numbers.class).hold(second);
    });
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(120, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSignalThatFailsLeavesTheWorkDoneAndTheOthersToldOf() {
    var signals = new ArrayList<Integer>();
    database.useTransaction(tx -> {
      tx.on(Numbers.class).add(61);
      tx.afterCommit(() -> {
        throw new IllegalStateException("a watcher is broken");
      });
      tx.afterCommit(() -> {
        throw new StackOverflowError();
      });
      tx.afterCommit(() -> signals.add(61));
    });

    assertThat(count(61, 61)).isEqualTo(1);
    assertThat(signals).containsExactly(61);
  }

  private static long count(int from, int to) {
    return database.<Numbers, Long>with(Numbers.class, sql -> sql.count(from, to));
  }

  @Test
  void aRecordInARecordIsAPartOfTheSameRow() {
    var whole = new Parts("there", new Range(1, 2), new Remark("why", 7));
    assertThat(database.with(Numbers.class, Numbers::parts)).isEqualTo(whole);
    int sum = database.with(Numbers.class, sql -> sql.sum(whole));
    assertThat(sum).isEqualTo(3);
  }

  @Test
  void anOptionalPartIsNullWhereAllOfItsColumnsAre() {
    assertThat(database.with(Numbers.class, Numbers::partsWithoutRemark))
        .isEqualTo(new Parts("there", new Range(1, 2), null));
  }

  @Test
  void aRecordIsMadeOfTheColumnsOfItsStatementWhereverTheyAre() {
    for (int i = 0; i < 2; i++) {
      assertThat(database.with(Numbers.class, Numbers::inOrder)).isEqualTo(new Range(1, 2));
      assertThat(database.with(Numbers.class, Numbers::otherwise)).isEqualTo(new Range(1, 2));
      assertThatThrownBy(() -> database.with(Numbers.class, Numbers::half))
          .hasMessage("Range needs a column high_end");
    }
  }
}
