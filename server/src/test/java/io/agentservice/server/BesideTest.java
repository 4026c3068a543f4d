package io.agentservice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BesideTest {
  @Test
  void theWorkIsDoneWhileTheCallerGoesOn() {
    var callerWasHere = new CountDownLatch(1);
    var beside = Beside.begin("work", () -> await(callerWasHere));
    callerWasHere.countDown();
    assertThat(beside.join()).isEqualTo("done");
  }

  @Test
  void whatTheWorkThrowsReachesTheCallerAsItIs() {
    var beside =
        Beside.begin(
            "work",
            () -> {
              throw new IllegalArgumentException("no");
            });
    assertThatThrownBy(beside::join).isInstanceOf(IllegalArgumentException.class).hasMessage("no");
  }

  @Test
  void anInterruptOfTheCallerEndsTheWorkAndStays() {
    var never = new CountDownLatch(1);
    var beside = Beside.begin("work", () -> await(never));
    Thread.currentThread().interrupt();
    assertThat(beside.join()).isEqualTo("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  private static String await(CountDownLatch latch) {
    try {
      latch.await();
      return "done";
    } catch (InterruptedException _) {
      return "interrupted";
    }
  }
}
