package io.agentservice.remote.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentservice.wire.frames.OutputFrame;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
  private final Window window = new Window();

  @Test
  void aFramesWorthIsTakenAtATime() throws InterruptedException {
    assertThat(window.take(10)).isEqualTo(10);
    assertThat(window.take(1L << 40)).isEqualTo(OutputFrame.MAX_PAYLOAD);
  }

  @Test
  void emptyWindowHoldsTheSenderUntilThereIsCredit() throws InterruptedException {
    drain();
    var sender = waiting(5);
    window.give(5);
    assertThat(sender.join(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void creditOfAFullWindowIsForgotten() throws InterruptedException {
    window.give(1);
    assertThat(drain()).isEqualTo(OutputFrame.WINDOW);
    var sender = waiting(0);
    window.close();
    assertThat(sender.join(Duration.ofMinutes(2))).isTrue();
  }

  /** A sender of 100 bytes that finds no credit, and is to get that in the end. */
  private Thread waiting(int gets) {
    var sender =
        Thread.ofVirtual()
            .start(() -> {
              try {
                assertThat(window.take(100)).isEqualTo(gets);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (sender.isAlive()
        && sender.getState() != Thread.State.WAITING
        && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(sender.getState()).isEqualTo(Thread.State.WAITING);
    return sender;
  }

  @Test
  void closedWindowHoldsNobody() throws InterruptedException {
    drain();
    window.close();
    assertThat(window.take(100)).isZero();
  }

  @Test
  void creditBeyondTheWindowIsCut() throws InterruptedException {
    window.give(Long.MAX_VALUE);
    window.give(-1);
    assertThat(drain()).isEqualTo(OutputFrame.WINDOW);
  }

  private long drain() throws InterruptedException {
    var taken = 0L;
    while (taken < OutputFrame.WINDOW) {
      taken += window.take(OutputFrame.WINDOW - taken);
    }
    return taken;
  }
}
