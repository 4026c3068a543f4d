package io.agentservice.remote.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PausesTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final Pauses longest = new Pauses(_ -> 0);
  private final Pauses shortest = new Pauses(bound -> bound - 1);

  @Test
  void pausesDoubleFromHalfASecondToTenSecondsAndNoFurther() {
    for (var millis : new long[] {500, 1000, 2000, 4000, 8000, 10_000, 10_000}) {
      assertThat(longest.next(LONG)).isEqualTo(Duration.ofMillis(millis));
      assertThat(shortest.next(LONG)).isEqualTo(Duration.ofMillis(millis * 3 / 4));
    }
    for (var n = 0; n < 1000; n++) {
      assertThat(longest.next(LONG)).isEqualTo(Duration.ofSeconds(10));
    }
  }

  @Test
  void aConnectionStartsThemAnew() {
    longest.next(LONG);
    longest.next(LONG);
    longest.connected();
    assertThat(longest.next(LONG)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void noPauseIsLongerThanTheTimeThatIsLeft() {
    assertThat(longest.next(Duration.ofMillis(7))).isEqualTo(Duration.ofMillis(7));
  }
}
