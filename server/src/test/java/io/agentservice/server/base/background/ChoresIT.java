package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.db.Database;
import io.agentservice.server.base.db.connections.DatabaseUnavailableException;
import io.agentservice.server.testing.Await;
import io.agentservice.server.testing.LogCapture;
import io.agentservice.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** How nodes do their chores. */
@Isolated("reads the log of the whole process")
class ChoresIT {
  private static final Duration PACE = Duration.ofMillis(10);

  private final TestDatabase test = TestDatabase.create();
  private final Database database = Database.open(test.jdbcUrl());
  private final List<Node> nodes = new ArrayList<>();

  /** One of several, with a chore of each kind. */
  private final class Node {
    final AtomicInteger own = new AtomicInteger();
    final AtomicInteger asLeader = new AtomicInteger();
    final Leadership leadership = new Leadership(database, PACE);
    final Chores chores =
        Chores.start(
            new Background(),
            leadership,
            List.of(
                Chore.everywhere("own", PACE, own::incrementAndGet),
                Chore.byLeader("led", PACE, asLeader::incrementAndGet)));

    Node() {
      nodes.add(this);
    }

    void runs(AtomicInteger chore) {
      int before = chore.get();
      Await.until(() -> chore.get() > before + 2);
    }
  }

  @AfterEach
  void close() {
    nodes.forEach(node -> node.chores.close());
    database.close();
    test.close();
  }

  private Chores start(Background background, Chore... chores) {
    return Chores.start(background, new Leadership(database, PACE), List.of(chores));
  }

  @Test
  void aChoreOfTheLeaderIsDoneByOneNodeAndAnyOtherByAll() {
    var first = new Node();
    first.runs(first.asLeader);
    var second = new Node();

    second.runs(second.own);
    first.runs(first.own);
    first.runs(first.asLeader);

    assertThat(second.asLeader).hasValue(0);
  }

  @Test
  void theLeaseIsOfOneNodeUntilItGivesItUpOrItIsOver() {
    assertThat(lease(sql -> sql.take("one", 60))).isEqualTo(1);
    assertThat(lease(sql -> sql.take("two", 60))).isZero();
    assertThat(lease(sql -> sql.renew("two", 60))).isZero();
    assertThat(lease(sql -> sql.release("two"))).isZero();
    assertThat(lease(sql -> sql.renew("one", -1))).isEqualTo(1);
    assertThat(lease(sql -> sql.renew("one", 60))).as("it is over").isZero();
    assertThat(lease(sql -> sql.take("two", 60))).isEqualTo(1);
    assertThat(lease(sql -> sql.release("two"))).isEqualTo(1);
    assertThat(lease(sql -> sql.take("one", 60))).isEqualTo(1);
  }

  private int lease(ToIntFunction<LeadershipSql> use) {
    return database.with(LeadershipSql.class, use::applyAsInt);
  }

  @Test
  void anotherNodeLeadsWhenTheLeaderStops() {
    var first = new Node();
    first.runs(first.asLeader);
    var second = new Node();
    second.runs(second.own);

    first.chores.close();
    first.leadership.release();
    int done = first.asLeader.get();

    second.runs(second.asLeader);
    assertThat(first.asLeader).hasValue(done);
  }

  @Test
  void anotherNodeLeadsWhenTheLeaseOfOneThatIsGoneIsOver() {
    var _ =
        database.with(
            LeadershipSql.class,
            sql -> sql.take("one that was killed", Duration.ofDays(1).toSeconds()));
    var node = new Node();
    node.runs(node.own);
    assertThat(node.asLeader).hasValue(0);

    var _ = database.with(LeadershipSql.class, sql -> sql.renew("one that was killed", 0));

    node.runs(node.asLeader);
  }

  @Test
  void aChoreThatFailsIsToldOnceTriedAgainAndStopsNoOther() throws Exception {
    var broken = new AtomicBoolean(true);
    var tries = new AtomicInteger();
    var others = new AtomicInteger();
    try (var log = new LogCapture();
        var _ =
            start(
                new Background(),
                Chore.everywhere(
                    "fragile",
                    PACE,
                    () -> {
                      tries.incrementAndGet();
                      if (broken.get()) {
                        throw new IllegalStateException("not yet");
                      }
                    }),
                Chore.everywhere("other", PACE, others::incrementAndGet))) {
      Await.until(() -> tries.get() > 5 && others.get() > 5);
      broken.set(false);
      log.await("fragile works again");

      assertThat(log.from(Level.WARN).stream().filter(line -> line.contains("fragile")))
          .singleElement()
          .asString()
          .contains("will try again", "not yet");
    }
  }

  @Test
  void aChoreThatFailsAfterAnOutageIsToldToo() {
    var tries = new AtomicInteger();
    try (var log = new LogCapture();
        var _ =
            start(
                new Background(),
                Chore.everywhere(
                    "fragile",
                    PACE,
                    () -> {
                      if (tries.getAndIncrement() == 0) {
                        throw new DatabaseUnavailableException("away");
                      }
                      throw new IllegalStateException("broken");
                    }))) {
      Await.until(() -> tries.get() > 5);

      assertThat(log.from(Level.WARN).stream().filter(line -> line.contains("broken")))
          .singleElement()
          .asString()
          .contains("fragile");
    }
  }

  @Test
  void aChoreThatHangsHoldsNoOtherBackAndIsTold() {
    var background = new Background();
    var hangs = new CountDownLatch(1);
    var others = new AtomicInteger();
    try (var _ =
        start(
            background,
            Chore.everywhere("hanging", PACE, () -> await(hangs)).taking(Duration.ofMillis(1)),
            Chore.everywhere("other", PACE, others::incrementAndGet))) {
      Await.until(() -> background.trouble().orElse("").contains("hanging"));
      int before = others.get();
      Await.until(() -> others.get() > before + 5);
      hangs.countDown();
      Await.until(() -> background.trouble().isEmpty());
    }
  }

  @Test
  void workWithoutAnEndIsDoneInRunsThatEndBeforeTheyCountAsStuck() {
    var runs = new AtomicInteger();
    try (var _ =
        start(
            new Background(),
            Chore.everywhere(
                    "endless",
                    PACE,
                    goesOn -> {
                      while (goesOn.getAsBoolean()) {
                        Thread.onSpinWait();
                      }
                      runs.incrementAndGet();
                    })
                .taking(Duration.ofMillis(20)))) {
      Await.until(() -> runs.get() > 2);
    }
  }

  @Test
  void aStopEndsLongWorkAtItsNextStep() throws Exception {
    var stopped = new CountDownLatch(1);
    var begun = new CountDownLatch(1);
    var chores =
        start(
            new Background(),
            Chore.everywhere(
                "long",
                PACE,
                goesOn -> {
                  begun.countDown();
                  Await.until(() -> !goesOn.getAsBoolean());
                  stopped.countDown();
                }));
    await(begun);

    chores.close();

    assertThat(stopped.await(0, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aBellBeginsARunBeforeItsTime() {
    var bell = new Doorbell();
    var runs = new AtomicInteger();
    try (var _ =
        start(
            new Background(),
            Chore.everywhere("slow", Duration.ofDays(1), runs::incrementAndGet).begunBy(bell))) {
      bell.ring();
      Await.until(() -> runs.get() == 1);
    }
  }

  @Test
  void namesAreUnique() {
    var chore = Chore.everywhere("twice", PACE, () -> {});

    assertThatThrownBy(() -> start(new Background(), chore, chore).close())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
