package io.agentservice.server.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.agentservice.server.base.background.OutageLog;
import io.agentservice.server.testing.LogCapture;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** By a clock of the test's own. */
@Isolated("reads the log of the whole process")
class DatabaseWatchTest {
  private final AtomicBoolean answers = new AtomicBoolean(true);
  private final AtomicBoolean serves = new AtomicBoolean(true);
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // a clock may overflow
  private final DatabaseWatch watch =
      new DatabaseWatch(answers::get, serves::set, new OutageLog(nanos::get), nanos::get);

  private boolean servesAfter(Duration time) {
    nanos.addAndGet(time.toNanos());
    watch.run();
    return serves.get();
  }

  @Test
  void remotesAreNotServedWhenThereWasNoDatabaseForSomeSecondsUntilThereIsOne() {
    answers.set(false);
    assertThat(servesAfter(Duration.ZERO)).isTrue();
    assertThat(servesAfter(DatabaseWatch.PATIENCE.minusNanos(1))).isTrue();
    assertThat(servesAfter(Duration.ofNanos(1))).isFalse();
    assertThat(servesAfter(Duration.ofHours(1))).isFalse();

    answers.set(true);
    assertThat(servesAfter(Duration.ofNanos(1))).isTrue();
  }

  @Test
  void theLogTellsOfAnAbsenceAtItsBeginningEachMinuteAndAtItsEnd() {
    try (var log = new LogCapture()) {
      answers.set(false);
      for (int second = 0; second < 70; second++) {
        servesAfter(Duration.ofSeconds(1));
      }
      answers.set(true);
      servesAfter(Duration.ofSeconds(1));
      servesAfter(Duration.ofSeconds(1));
      servesAfter(Duration.ofSeconds(1));

      assertThat(
              log.from(Level.INFO).stream()
                  .map(line -> line.replaceFirst("\\S+ \\S+ WARN  \\S+ ", "").strip()))
          .containsExactly(
              "the database is away or too busy, work waits for it: it does not answer",
              "remotes are sent to another server until there is a database here",
              "no database for 60 s: it does not answer",
              "the database serves again after 66 s");
    }
  }

  @Test
  void shortAbsencesDoNotAddUp() {
    for (int i = 0; i < 5; i++) {
      answers.set(false);
      assertThat(servesAfter(DatabaseWatch.PATIENCE)).isTrue();
      assertThat(servesAfter(DatabaseWatch.PATIENCE.dividedBy(2))).isTrue();
      answers.set(true);
      assertThat(servesAfter(DatabaseWatch.PATIENCE)).isTrue();
    }
  }
}
