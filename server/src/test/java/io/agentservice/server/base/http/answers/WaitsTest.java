package io.agentservice.server.base.http.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private final Waits waits = new Waits();

  @Test
  void whoeverWaitsIsWokenWhenItEnds() throws InterruptedException {
    var begun = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(() -> {
          awaitZero(begun);
          waits.end();
        });

    waits.on(() -> {
      begun.countDown();
      new CountDownLatch(1).await();
    });

    assertThat(waits.isOver()).isTrue();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whoeverWorksIsNotInterrupted() {
    waits.end();

    assertThat(Thread.interrupted()).isFalse();
    assertThat(waits.isOver()).isTrue();
  }

  @Test
  void nobodyWaitsOnceItIsOver() throws InterruptedException {
    waits.end();

    waits.on(() -> {
      throw new AssertionError("waited");
    });
  }

  @Test
  void anInterruptThatCameAsTheWaitWasOverHitsNoOtherWork() throws InterruptedException {
    var begun = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(() -> {
          awaitZero(begun);
          waits.end();
        });

    waits.on(() -> {
      begun.countDown();
      while (!Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
    });

    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anInterruptOfSomebodyElseIsNotSwallowed() {
    assertThatThrownBy(() ->
            waits.on(() -> {
              Thread.currentThread().interrupt();
              new CountDownLatch(1).await();
            }))
        .isInstanceOf(InterruptedException.class);
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
