package io.agentservice.worker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(new Random(1));

  @Test
  void waitsGrowFromOneSecondToSixtyAndStayThere() {
    assertThat(backoff.next(null)).isEqualTo(Duration.ofSeconds(1));
    for (int full : new int[] {2, 4, 8, 16, 32, 60, 60, 60}) {
      assertThat(backoff.next(null))
          .isBetween(Duration.ofMillis(full * 500L), Duration.ofSeconds(full));
    }
  }

  @Test
  void noWaitIsLongerThanAMinute() {
    var unlucky = new Backoff(new Longest());
    for (int full : new int[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
      assertThat(unlucky.next(null)).isEqualTo(Duration.ofSeconds(full));
    }
  }

  /** Dice that always show the most. */
  private static final class Longest implements RandomGenerator {
    @Override
    public long nextLong() {
      return Long.MAX_VALUE;
    }

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }

  @Test
  void whatTheServiceAskedForIsTheLeast() {
    assertThat(backoff.next(Duration.ofSeconds(90))).isEqualTo(Duration.ofSeconds(90));
    assertThat(backoff.next(Duration.ZERO)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void successStartsItAnew() {
    for (int i = 0; i < 10; i++) {
      assertThat(backoff.next(null)).isPositive();
    }
    backoff.reset();
    assertThat(backoff.next(null)).isEqualTo(Duration.ofSeconds(1));
  }
}
