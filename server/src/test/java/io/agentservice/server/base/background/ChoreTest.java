package io.agentservice.server.base.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class ChoreTest {
  private static final Duration SHORT = Duration.ofMillis(5);

  private final AtomicInteger steps = new AtomicInteger();

  private void endless(BooleanSupplier goesOn) {
    while (goesOn.getAsBoolean()) {
      steps.incrementAndGet();
    }
  }

  @Test
  void workWithoutAnEndIsDoneInRunsOfABoundedTime() {
    var chore =
        Chore.everywhere("long", Duration.ZERO, this::endless)
            .inRunsOf(SHORT)
            .taking(Duration.ofDays(1));

    for (int i = 1; i <= 3; i++) {
      int before = steps.get();
      chore.work().run(() -> true);
      assertThat(steps).hasValueGreaterThan(before);
    }
  }

  @Test
  void aServerThatStopsEndsThemBefore() {
    var chore = Chore.everywhere("long", Duration.ZERO, this::endless).inRunsOf(Duration.ofDays(1));
    var goesOn = new AtomicBoolean(true);

    chore.work().run(() -> goesOn.getAndSet(false));

    assertThat(steps).hasValue(1);
  }
}
