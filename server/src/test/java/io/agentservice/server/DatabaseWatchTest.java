package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** By a clock of the test's own. */
class DatabaseWatchTest {
  private final AtomicBoolean answers = new AtomicBoolean(true);
  private final AtomicBoolean serves = new AtomicBoolean(true);
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // a clock may overflow
  private final DatabaseWatch watch = new DatabaseWatch(answers::get, serves::set, nanos::get);

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
