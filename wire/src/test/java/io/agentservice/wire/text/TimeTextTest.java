package io.agentservice.wire.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeTextTest {
  @Test
  void aDurationIsSaidInItsTwoLargestUnits() {
    assertThat(TimeText.of(Duration.ofSeconds(-3))).isEqualTo("0 s");
    assertThat(TimeText.of(Duration.ofMillis(59_999))).isEqualTo("59 s");
    assertThat(TimeText.of(Duration.ofMinutes(4))).isEqualTo("4 min 0 s");
    assertThat(TimeText.of(Duration.ofSeconds(3_599))).isEqualTo("59 min 59 s");
    assertThat(TimeText.of(Duration.ofDays(2).plusMinutes(5))).isEqualTo("48 h 5 min");
  }

  @Test
  void aTimeSaysItsZone() {
    assertThat(TimeText.of(Instant.parse("2026-11-27T10:32:00.9Z")))
        .isEqualTo("2026-11-27 10:32:00 UTC");
  }
}
