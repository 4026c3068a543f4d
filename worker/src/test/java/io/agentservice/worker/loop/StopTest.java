package io.agentservice.worker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.worker.loop.Stop.Level;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class StopTest {
  private final Stop stop = new Stop();

  @Test
  void aListenerRunsOnceWhenItsLevelIsReachedOrPassed() {
    var ran = new ArrayList<String>();
    try (var _ = stop.on(Level.DRAIN, () -> ran.add("drain"));
        var _ = stop.on(Level.KILL, () -> ran.add("kill"))) {
      stop.raise(Level.STOP, 143);
      stop.raise(Level.DRAIN, 0);
      assertThat(ran).containsExactly("drain");
      try (var _ = stop.on(Level.DRAIN, () -> ran.add("late"))) {
        assertThat(ran).containsExactly("drain", "late");
      }
      stop.raise(Level.KILL, 143);
      assertThat(ran).containsExactly("drain", "late", "kill");
    }
  }

  @Test
  void aClosedListenerIsNotCalled() {
    var ran = new ArrayList<String>();
    stop.on(Level.STOP, () -> ran.add("stop")).close();
    stop.raise(Level.STOP, 143);
    assertThat(ran).isEmpty();
  }

  @Test
  void theFirstStopDecidesTheExitCode() {
    stop.raise(Level.DRAIN, 0);
    stop.raise(Level.STOP, 130);
    stop.raise(Level.KILL, 143);
    assertThat(stop.exitCode()).isEqualTo(130);
  }

  @Test
  void aWaitEndsWhenTheLevelIsRaised() throws Exception {
    var waiter =
        Thread.ofVirtual()
            .start(() -> assertThat(stop.await(Level.STOP, Duration.ofHours(1))).isTrue());
    stop.raise(Level.STOP, 143);
    assertThat(waiter.join(Duration.ofMinutes(2))).isTrue();
    assertThat(stop.await(Level.KILL, Duration.ofMillis(1))).isFalse();
  }
}
