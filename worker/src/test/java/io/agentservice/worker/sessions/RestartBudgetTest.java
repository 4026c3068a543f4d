package io.agentservice.worker.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {

  @Test
  void fiveRestartsInTenMinutesAreAllAndThenTimeBringsThemBack() {
    var clock = new AtomicLong();
    var budget = new RestartBudget(clock::get);
    for (int n = 1; n <= 5; n++) {
      assertThat(budget.take()).isEqualTo(n);
      clock.addAndGet(Duration.ofMinutes(1).toNanos());
    }
    assertThat(budget.take()).isZero();
    clock.set(Duration.ofMinutes(10).toNanos());
    assertThat(budget.take()).isEqualTo(5);
    assertThat(budget.take()).isZero();
  }
}
