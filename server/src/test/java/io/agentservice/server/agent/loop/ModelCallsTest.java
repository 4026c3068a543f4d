package io.agentservice.server.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ModelCallsTest {
  private static final Duration FIRST = Duration.ofSeconds(1);

  @Test
  void pausesDoubleFromTheFirstToAMinuteHoweverOftenItFails() {
    for (int failures = 0; failures < 200; failures++) {
      var longest = Duration.ofMillis(Math.min(60_000L, 1000L << Math.min(failures, 20)));
      assertThat(ModelCalls.pause(failures, FIRST))
          .as("after %d failures", failures)
          .isBetween(longest.dividedBy(2), longest);
    }
  }
}
